/**
 * Finds the nearest ancestor of an element that can scroll, which may be the page, to scroll it as a finger on the
 * element would. Nothing scrolls if only the page could scroll and a dialog locks it.
 *
 * @returns a function that scrolls this ancestor to a distance from its position at the time of this call (px, positive
 * is down)
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
