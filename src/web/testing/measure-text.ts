/** A rectangle in the window (CSS px). */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of text, or the marker of a list item. */
interface Line {
  readonly node: Node;
  readonly text: string;
  /** Contains the line. */
  readonly around: Element | null;
  readonly box: Box;
}

/** The visible part of a line. */
interface SeenLine extends Line {
  /** The element, if any, that covers the page below it. */
  readonly layer: Element | null;
}

/** What an element does with text that leaves it: shows it, hides it on purpose or cuts it off. */
type Edge = 'shows' | 'hides' | 'cuts';

interface Frame {
  /** Inside the borders. */
  readonly inside: Box;
  /** Whether it has a border or a background or takes presses, so that text beside it looks broken. */
  readonly isBox: boolean;
  readonly across: Edge;
  readonly down: Edge;
  readonly isLayer: boolean;
}

/**
 * Runs in the page. Reports text and list markers that leave their box, such as a button, a card or a message, text that
 * is cut off, and text on other text.
 */
export function measureText(): string[] {
  /** Allows for rounding, and for the space that letters have beside them (px). */
  const tolerance = 1;
  const controls = 'a.button, button, dialog, label.check, label.switch, summary, [role=tab]';
  const scope = document.querySelector('dialog') ?? document.body;
  const frames = new Map<Element, Frame>();
  const complaints: string[] = [];
  const seen: SeenLine[] = [];
  for (const line of [...linesIn(scope), ...markersIn(scope)]) followOutwards(line);
  // From the top down, each line is compared with those that begin above its end.
  seen.sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of seen.entries()) {
    for (const other of seen.slice(index + 1)) {
      if (other.box.top >= one.box.bottom - tolerance) break;
      const shared =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      if (shared <= tolerance || one.node === other.node || one.layer !== other.layer) continue;
      complaints.push(`${short(one.text)} and ${short(other.text)} lie on each other`);
    }
  }
  return complaints;

  function linesIn(element: Element): Line[] {
    const lines = [];
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      const around = node.parentElement;
      const text = node.textContent?.trim();
      // A chart places its words itself, in the units of the drawing (src/charts).
      if (!around || !text || !isShown(around) || around.closest('svg')) continue;
      range.selectNodeContents(node);
      const fontSize = Number.parseFloat(getComputedStyle(around).fontSize);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        // Letters fill about the font size. The font's space above and below them may lie outside of a box.
        const space = Math.max(0, (bottom - top - fontSize) / 2);
        lines.push({
          ...{ node, text, around },
          box: { left, right, top: top + space, bottom: bottom - space },
        });
      }
    }
    return lines;
  }

  /** Lists the markers that hang beside their list items. A bullet, or a digit with a dot, is about as wide as high. */
  function markersIn(element: Element): Line[] {
    return [...element.querySelectorAll('li')].flatMap((node) => {
      const { display, listStyleType, listStylePosition, fontSize } = getComputedStyle(node);
      const hangs = listStyleType !== 'none' && listStylePosition === 'outside';
      if (display !== 'list-item' || !hangs || !isShown(node)) return [];
      const size = Number.parseFloat(fontSize);
      const { left, top } = node.getBoundingClientRect();
      const box = { left: left - size, right: left, top, bottom: top + size };
      return [{ node, text: `• ${node.textContent}`, around: node.parentElement, box }];
    });
  }

  function isShown(element: Element): boolean {
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[inert]')
    );
  }

  /** Compares a line with everything around it, up to the first fault. */
  function followOutwards(line: Line): void {
    let { box } = line;
    let layer = null;
    for (let element = line.around; element && !layer; element = element.parentElement) {
      const frame = frames.get(element) ?? frameOf(element);
      frames.set(element, frame);
      box = withoutHidden(box, frame);
      if (box.left >= box.right || box.top >= box.bottom) return;
      const distance = distanceOutside(box, frame);
      if (distance) {
        complaints.push(`${short(line.text)} is ${distance} ${tagOf(element)}`);
        break;
      }
      if (frame.isLayer) layer = element;
      if (element === scope) break;
    }
    seen.push({ ...line, box, layer });
  }

  function frameOf(element: Element): Frame {
    const style = getComputedStyle(element);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const border = {
      left: Number.parseFloat(style.borderLeftWidth),
      top: Number.parseFloat(style.borderTopWidth),
      right: Number.parseFloat(style.borderRightWidth),
      bottom: Number.parseFloat(style.borderBottomWidth),
    };
    const inside = {
      left: left + border.left,
      top: top + border.top,
      right: right - border.right,
      bottom: bottom - border.bottom,
    };
    if (style.clipPath === 'inset(50%)') {
      // Only screen readers get the text.
      const nothing = { left, top, right: left, bottom: top };
      return { inside: nothing, isBox: false, across: 'hides', down: 'hides', isLayer: false };
    }
    const hasBorder = Object.values(border).some((width) => width > 0);
    // Forced colours are transparent in another way than others: rgba(255, 255, 255, 0).
    const hasBackground =
      !style.backgroundColor.endsWith(', 0)') || style.backgroundImage !== 'none';
    const hasEllipsis =
      style.textOverflow === 'ellipsis' || style.getPropertyValue('-webkit-line-clamp') !== 'none';
    const edge = (overflow: string): Edge => {
      if (overflow === 'visible') return 'shows';
      return hasEllipsis || overflow === 'auto' || overflow === 'scroll' ? 'hides' : 'cuts';
    };
    return {
      inside,
      isBox: hasBorder || hasBackground || element.matches(controls),
      // A dialog scrolls down only, but the browser computes the same value for both directions.
      across: element.localName === 'dialog' ? 'shows' : edge(style.overflowX),
      down: edge(style.overflowY),
      isLayer: hasBackground && ['absolute', 'fixed', 'sticky'].includes(style.position),
    };
  }

  function withoutHidden(box: Box, { inside, across, down }: Frame): Box {
    return {
      left: across === 'hides' ? Math.max(box.left, inside.left) : box.left,
      right: across === 'hides' ? Math.min(box.right, inside.right) : box.right,
      top: down === 'hides' ? Math.max(box.top, inside.top) : box.top,
      bottom: down === 'hides' ? Math.min(box.bottom, inside.bottom) : box.bottom,
    };
  }

  /** How far text is outside of a box; undefined if it is inside, or if leaving it does no harm. */
  function distanceOutside(box: Box, { inside, isBox, across, down }: Frame): string | undefined {
    const sides = [
      ['left of', across, inside.left - box.left],
      ['right of', across, box.right - inside.right],
      ['above', down, inside.top - box.top],
      ['below', down, box.bottom - inside.bottom],
    ] as const;
    const found = sides.find(
      ([, edge, distance]) => distance > tolerance && (isBox || edge === 'cuts'),
    );
    return found && `${Math.round(found[2])} px ${found[0]}`;
  }

  function short(text: string): string {
    return `“${text.slice(0, 40)}”`;
  }

  function tagOf(element: Element): string {
    return element.outerHTML.slice(0, Math.min(80, element.outerHTML.indexOf('>') + 1));
  }
}
