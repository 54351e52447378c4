// Clicks on the program's widgets, whose boxes its state lists by name.

// Window coordinates.
export function boxOf(state, name) {
  const [x0, y0, x1, y1, enabled] = state.get(`widget.${name}`).split(" ").map(Number);
  return { x0, y0, x1, y1, enabled: enabled === 1 };
}

// Frames between the steps: the program must see the mouse over the place before the button goes down.
export async function clickAt(tab, x, y) {
  await tab.page.mouse.move(x, y);
  await tab.frames();
  await tab.page.mouse.down();
  await tab.frames();
  await tab.page.mouse.up();
  await tab.frames(3);
}

// Waits for the widget, and clicks its middle.
export async function clickWidget(tab, name) {
  const state = await tab.stateUntil(`the widget ${name}`, (found) => found.has(`widget.${name}`));
  const { x0, y0, x1, y1 } = boxOf(state, name);
  await clickAt(tab, (x0 + x1) / 2, (y0 + y1) / 2);
}
