import { fileURLToPath } from 'node:url';
import { RIGHT_TO_LEFT } from './harmless.ts';
import type { EmbeddedFont, FontFile, Pdf } from './pdf.ts';

/**
 * The fonts of PDFs: the app's own font for Latin, then fallbacks for other scripts, in order of
 * preference. See docs/decisions/0016. A process opens each font once, when a character first needs it.
 */
const FILES = {
  regular: import.meta.resolve(
    '@expo-google-fonts/atkinson-hyperlegible-next/400Regular/AtkinsonHyperlegibleNext_400Regular.ttf',
  ),
  bold: import.meta.resolve(
    '@expo-google-fonts/atkinson-hyperlegible-next/700Bold/AtkinsonHyperlegibleNext_700Bold.ttf',
  ),
  /** Greek, Cyrillic, Devanagari, and rare Latin letters. */
  wide: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  hebrew: import.meta.resolve(
    '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  ),
  arabic: import.meta.resolve(
    '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  ),
  japanese: import.meta.resolve(
    '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
  ),
  emoji: import.meta.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
} as const;
type FontName = keyof typeof FILES;

export type Weight = 'regular' | 'bold';

const FALLBACKS = ['wide', 'hebrew', 'arabic', 'japanese', 'emoji'] as const;

const opened = new Map<FontName, FontFile>();

/** The glyphs of a text in a document, and their total width in thousandths of the font size. */
export interface Shaped {
  /** The content between the brackets of a TJ operator, with which PDF draws text. */
  readonly glyphs: string;
  readonly width: number;
}

/** A font of one document. */
export class Font {
  readonly #font: EmbeddedFont;
  readonly #pdf: Pdf;
  readonly #glyphs = new Map<number, { readonly hex: string; readonly width: number }>();
  readonly #words = new Map<string, Shaped>();

  constructor(pdf: Pdf, font: EmbeddedFont) {
    this.#pdf = pdf;
    this.#font = font;
  }

  has(codePoint: number): boolean {
    return this.#font.font.hasGlyphForCodePoint(codePoint);
  }

  /** Returns the font's name on the current page, and first adds the font to the page if necessary. */
  name(): string {
    const { id } = this.#font;
    this.#pdf.page.fonts[id] ??= this.#font.ref();
    return id;
  }

  /**
   * Converts text to glyphs.
   *
   * @param isShaped true for text that needs the font's layout: letters that join, combine or replace each
   *   other, as in Arabic, and kerned text such as headings. Otherwise each character becomes one glyph,
   *   which is far faster
   */
  shape(text: string, isShaped: boolean): Shaped {
    const key = isShaped ? `\0${text}` : text;
    const known = this.#words.get(key);
    if (known) return known;
    const shaped = isShaped ? this.#layout(text) : this.#oneByOne(text);
    this.#words.set(key, shaped);
    return shaped;
  }

  #oneByOne(text: string): Shaped {
    let glyphs = '';
    let width = 0;
    for (const character of text) {
      const glyph = this.#glyph(character.codePointAt(0) ?? 0);
      glyphs += glyph.hex;
      width += glyph.width;
    }
    return { glyphs: `<${glyphs}>`, width };
  }

  #glyph(codePoint: number) {
    const known = this.#glyphs.get(codePoint);
    if (known) return known;
    const { id, advanceWidth } = this.#font.font.glyphForCodePoint(codePoint);
    const width = advanceWidth * this.#font.scale;
    const glyph = { hex: this.#include(id, width, [codePoint]), width };
    this.#glyphs.set(codePoint, glyph);
    return glyph;
  }

  #layout(text: string): Shaped {
    const { scale } = this.#font;
    const run = this.#font.font.layout(text);
    let glyphs = '';
    let width = 0;
    run.glyphs.forEach(({ id, advanceWidth, codePoints }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
      const hex = this.#include(id, advanceWidth * scale, codePoints);
      const [before, after] = [-xOffset, advanceWidth - xAdvance + xOffset].map((each) =>
        Math.round(each * scale),
      );
      const rise = Math.round(yOffset * scale);
      // A glyph with a rise is a mark above or below its letter. The operator TJ cannot raise a glyph, so the number in
      // '^…^' tells `drawn` how far to raise it.
      const shown = rise === 0 ? `<${hex}>` : `^${rise}^<${hex}>^0^`;
      glyphs += `${before ? `${before} ` : ''}${shown}${after ? `${after} ` : ''}`;
      width += xAdvance * scale;
    });
    return { glyphs: glyphs.replaceAll('><', ''), width };
  }

  /** Adds a glyph to the document's subset. @returns the glyph's number in the subset, in hexadecimal */
  #include(id: number, width: number, codePoints: readonly number[]): string {
    const { subset, widths, unicode } = this.#font;
    const glyph = subset.includeGlyph(id);
    widths[glyph] ??= width;
    unicode[glyph] ??= [...codePoints];
    return glyph.toString(16).padStart(4, '0');
  }
}

/** The fonts of one document. */
export class Fonts {
  readonly #pdf: Pdf;
  readonly #fonts = new Map<FontName, Font>();
  readonly #byCluster = new Map<string, Font | null>();
  readonly #plain = { regular: new Map<string, boolean>(), bold: new Map<string, boolean>() };

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  latin(weight: Weight): Font {
    return this.#font(weight);
  }

  /** True if the app's own font has every character, and all are left-to-right and none combines. */
  isPlain(text: string, weight: Weight): boolean {
    const known = this.#plain[weight];
    for (const character of text) {
      let isPlain = known.get(character);
      if (isPlain === undefined) {
        isPlain =
          /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(character) &&
          !RIGHT_TO_LEFT.test(character) &&
          this.#font(weight).has(character.codePointAt(0) ?? 0);
        known.set(character, isPlain);
      }
      if (!isPlain) return false;
    }
    return true;
  }

  /**
   * The font for a grapheme cluster; undefined if no font has it. A cluster may have several code points,
   * such as a letter with its marks or a composed emoji.
   */
  for(cluster: string, weight: Weight): Font | undefined {
    const key = weight + cluster;
    let font = this.#byCluster.get(key);
    if (font === undefined) {
      font = this.#find(cluster, weight) ?? null;
      this.#byCluster.set(key, font);
    }
    return font ?? undefined;
  }

  #find(cluster: string, weight: Weight): Font | undefined {
    const needed = [...cluster]
      .filter((character) => !/\p{Default_Ignorable_Code_Point}/u.test(character))
      .map((character) => character.codePointAt(0) ?? 0);
    const isEmoji = /\p{Emoji_Presentation}|\ufe0f/u.test(cluster);
    const names = isEmoji ? (['emoji', weight, ...FALLBACKS] as const) : [weight, ...FALLBACKS];
    for (const name of names) {
      const font = this.#font(name);
      if (needed.every((codePoint) => font.has(codePoint))) return font;
    }
    return undefined;
  }

  #font(name: FontName): Font {
    let font = this.#fonts.get(name);
    if (!font) {
      this.#pdf.font((opened.get(name) ?? fileURLToPath(FILES[name])) as string);
      const embedded = this.#pdf._font;
      opened.set(name, embedded.font);
      font = new Font(this.#pdf, embedded);
      this.#fonts.set(name, font);
    }
    return font;
  }
}
