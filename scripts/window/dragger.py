#!/usr/bin/python3
"""A small window whose whole face is a file to drag, as a file manager has it: dragger.py FILE."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

window = Gtk.Window(title="drag me")
window.set_default_size(120, 80)
window.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
window.drag_source_add_uri_targets()
window.connect("drag-data-get", lambda _w, _c, data, *_: data.set_uris([GLib.filename_to_uri(sys.argv[1])]))
window.connect("destroy", Gtk.main_quit)
window.show_all()
window.move(0, 0)
Gtk.main()
