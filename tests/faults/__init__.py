"""Processes killed, disks full, connections cut: nothing acknowledged is missing, and nothing is half there."""
