/** The checks for accessible screens. A screen passes if `axe` with these rules, `measure` and `measureText` find no fault. */

export const TABLET = 768;
/** The narrowest phone, a tablet and a desktop. */
export const WIDTHS = [320, TABLET, 1280];
/** Widths at which text is measured. Two common phones are between the narrowest one and a tablet. */
export const TEXT_WIDTHS = [320, 360, 390, TABLET, 1280];
/** In a trial, these widths found all 658 faults of style that were found at any width, in 103 states. */
export const TELLING_WIDTHS = [320, 390, 1280];

export const EVERY_RULE = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/**
 * The rules that a colour scheme can affect. The enhanced one reports only contrasts from 4.5:1 to 7:1, and leaves lower
 * ones to the other.
 */
export const COLOUR_RULES = {
  type: 'rule',
  values: ['color-contrast', 'color-contrast-enhanced'],
} as const;
/**
 * Turned off, because `measure` demands larger targets, and because axe also reports a target that is half covered by a
 * bar but can be scrolled into view.
 */
export const IMPLIED_RULES = { 'target-size': { enabled: false } };

/**
 * Runs in the page. Reports a page that is too wide, texts and controls that are too small, and controls that
 * are too close together.
 */
export function measure(): string[] {
  const complaints: string[] = [];
  const root = document.documentElement;
  const overflow = root.scrollWidth - root.clientWidth;
  if (overflow > 0) complaints.push(`the page is ${overflow} px too wide`);

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, [inert]');
  const scope = document.querySelector('dialog') ?? document.body;
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent || !texts.currentNode.textContent?.trim() || !isShown(parent)) continue;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    if (size < 18) complaints.push(`${size} px: ${texts.currentNode.textContent}`);
  }

  const controls = [
    ...scope.querySelectorAll('button, a[href], input, select, textarea, [role=tab], summary'),
  ]
    .map((element) => element.closest('label.check, label.switch') ?? element)
    .filter((element, index, all) => isShown(element) && all.indexOf(element) === index);
  for (const element of controls) {
    const { width, height } = element.getBoundingClientRect();
    const least = element.matches('.button-main') ? 72 : 48;
    // The days of a month are 44 px wide on a phone, and a press goes to the nearest (THIRD 2).
    const narrowest = element.matches('.month-day') ? 44 : 48;
    if (height < least || width < narrowest) {
      complaints.push(`${width} x ${height} px: ${element.outerHTML.slice(0, 80)}`);
    }
  }

  // The buttons of a slider or of a row of answers are one target, because a press between them goes to the nearest.
  const targets = [
    ...new Set(controls.map((element) => element.closest('[data-press-nearest]') ?? element)),
  ].map((element) => ({ element, box: pressable(element), bar: bar(element) }));
  for (const [index, one] of targets.entries()) {
    for (const other of targets.slice(index + 1)) {
      // A button inside a field belongs to the field.
      const field = other.element.parentElement?.closest('.field-with-button');
      if (field && one.element.parentElement === field) continue;
      // A bar that stays in view covers what scrolls below it, so their distance does not matter.
      if (one.bar !== other.bar) continue;
      const across = Math.max(one.box.left - other.box.right, other.box.left - one.box.right);
      const down = Math.max(one.box.top - other.box.bottom, other.box.top - one.box.bottom);
      if (Math.max(across, down) < 7.9) {
        const [first, second] = [one, other].map(({ element }) => element.outerHTML.slice(0, 60));
        complaints.push(`${Math.max(across, down)} px between ${first} and ${second}`);
      }
    }
  }

  /** The bar that an element is part of. */
  function bar({ parentElement: parent }: Element): Element | null {
    if (!parent) return null;
    return getComputedStyle(parent).position === 'sticky' ? parent : bar(parent);
  }

  /** The area that takes presses: the element's own box, and the parts that enlarge it. */
  function pressable(element: Element) {
    const parts = element.matches('[data-press-nearest]') ? element.querySelectorAll('*') : [];
    const boxes = [
      ...[element, ...parts].map((part) => part.getBoundingClientRect()),
      ...['::before', '::after'].flatMap((pseudo) => pseudoBox(element, pseudo)),
    ];
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }

  /** The box of a pseudo-element that takes presses; none for any other pseudo-element. */
  function pseudoBox(element: Element, pseudo: string): DOMRect[] {
    const style = getComputedStyle(element, pseudo);
    if (style.content === 'none') return [];
    const { pointerEvents, position, left, top, width, height } = style;
    const around = getComputedStyle(element);
    const isBox = pointerEvents !== 'none' && position === 'absolute';
    if (!isBox || around.position === 'static') return [];
    const from = element.getBoundingClientRect();
    const x = from.left + Number.parseFloat(around.borderLeftWidth) + Number.parseFloat(left);
    const y = from.top + Number.parseFloat(around.borderTopWidth) + Number.parseFloat(top);
    return [new DOMRect(x, y, Number.parseFloat(width), Number.parseFloat(height))];
  }
  return complaints;
}
