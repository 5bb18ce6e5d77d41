/** What the components that draw all of their data anew have in common: new data only is drawn. */

/** Keeps what the script sends to a component; it draws itself where that is not what it shows already. */
function renew(component, data, setTriggerValue) {
  component.setTriggerValue = setTriggerValue;
  component.root.dataset.theme = themeOf(component.parent.host ?? component.parent);
  const text = JSON.stringify(data);
  if (text === component.text) return;
  component.text = text;
  component.data = data;
  component.draw();
}
