/**
 * The guide for patients and families: one source, `docs/guide`, for GitHub, the screen 'Help' and the PDF. Of Markdown it
 * uses headings, paragraphs, lists, pictures, and bold words for labels of the screen.
 */

/** Says what the app is, to people who see it for the first time. */
export const WHAT_IT_IS = [
  "This is a notebook for people with Parkinson's, and for those who help them.",
  'You note how you are and what you take. It makes one page of it for you and your doctor. It gives no advice.',
] as const;

/** The pages in their order, by the names of their files. */
export const GUIDE_PAGES = [
  'first-day',
  'form-and-dose',
  'check-in-and-diary',
  'before-the-visit',
  'who-can-see-it',
  'when-something-goes-wrong',
] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];

/** A part of a text. A label is written as on the screen, word for word. */
export interface GuideWords {
  readonly text: string;
  readonly isLabel: boolean;
}

export type GuideBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly words: readonly GuideWords[] }
  | {
      readonly kind: 'list';
      readonly isNumbered: boolean;
      readonly items: readonly (readonly GuideWords[])[];
    }
  | {
      readonly kind: 'picture';
      readonly description: string;
      /** The name of its file in the folder `pictures`. */
      readonly file: string;
    };

export interface Guide {
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}

const PICTURE = /^!\[(.+)\]\(pictures\/([\w-]+\.png)\)$/;
const ITEM = /^(?:-|\d+\.) /;

/** @throws Error if the text does not begin with a title, or has Markdown that the guide does not use */
export function readGuide(markdown: string): Guide {
  const [title = '', ...others] = markdown
    .trim()
    .split(/\n{2,}/)
    .map((part) => part.trim());
  if (!title.startsWith('# ')) throw new Error('A page of the guide begins with its title');
  return { title: title.slice(2), blocks: others.map(blockOf) };
}

function blockOf(part: string): GuideBlock {
  if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) };
  const [, description, file] = PICTURE.exec(part) ?? [];
  if (description && file) return { kind: 'picture', description, file };
  if (ITEM.test(part)) {
    const items = part.split(/\n(?=- |\d+\. )/).map((item) => wordsOf(item.replace(ITEM, '')));
    return { kind: 'list', isNumbered: /^\d/.test(part), items };
  }
  return { kind: 'paragraph', words: wordsOf(part) };
}

function wordsOf(text: string): GuideWords[] {
  const parts = text.replace(/\s+/g, ' ').split('**');
  const words = parts.map((each, index) => ({ text: each, isLabel: index % 2 === 1 }));
  if (parts.length % 2 === 0 || parts.some((each) => /[[\]`<>#*_]/.test(each))) {
    throw new Error(`The guide does not use this Markdown: ${text}`);
  }
  return words.filter(({ text: each }) => each !== '');
}
