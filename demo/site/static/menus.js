// Closes an open menu with Escape, and when one goes elsewhere. Without the script, its own button
// closes it.
"use strict";

function openMenus() {
  return document.querySelectorAll("details.menu[open]");
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary").focus();
  }
});

for (const leaving of ["click", "focusin"]) {
  document.addEventListener(leaving, (event) => {
    for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
  });
}
