/**
 * Scrolls what an element is in, as a finger on it would where the browser may: the innermost box that has room, and
 * the page last. Under a dialog that holds the page still, the page stays.
 *
 * @returns what puts that box so many px from where it is now, downwards where they are above 0
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
