/**
 * Scrolls the nearest scrollable ancestor of an element, or else the page, as a finger on the element would.
 * Does nothing under a dialog that locks the page.
 *
 * @returns a function that scrolls that ancestor to a distance from the position that it had before (px, positive is
 * down)
 */
export function scrollAlong(element: Element): (by: number) => void {
  let box = element.parentElement;
  while (box && !hasRoom(box)) box = box.parentElement;
  const from = box?.scrollTop ?? 0;
  return (by) => {
    if (box) box.scrollTop = from + by;
  };
}

function hasRoom(box: Element): boolean {
  if (box.scrollHeight <= box.clientHeight) return false;
  const { overflowY } = getComputedStyle(box);
  if (box === document.scrollingElement) return overflowY !== 'hidden';
  return overflowY === 'auto' || overflowY === 'scroll';
}
