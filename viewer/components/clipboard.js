/** What is copied for use elsewhere. */

/** Copies text; false where the browser refuses. The fallback serves pages without a secure origin. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "heard" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

/** Copies text that documents and mails take over with its lists and links; where that cannot be, the text alone. */
async function copiedRich(text, html) {
  try {
    const kinds = { "text/plain": text, "text/html": html };
    const parts = Object.entries(kinds).map(([type, part]) => [type, new Blob([part], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
    return true;
  } catch {
    return copied(text);
  }
}
