import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

/**
 * The browser loads the sheets in `src/web/styles` first, and every other sheet together with the code that imports it.
 * The galleries cannot show what that breaks, because the sheets of one screen stay loaded on the next, and because the
 * build may load two sheets in another order than the tests.
 */

const FIRST = 'src/web/styles/';
const SHEETS = globSync('src/web/**/*.css');
const FILES = globSync('src/web/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.') && !file.includes('/testing/'),
);

interface Source {
  readonly imports: readonly string[];
  /** Imported when the code runs. The importing file is loaded before. */
  readonly laterImports: readonly string[];
  /** The class names of each element. */
  readonly elements: readonly (readonly string[])[];
}

interface Rule {
  readonly sheet: string;
  readonly name: string;
  readonly property: string;
  readonly value: string;
}

const sources = new Map(FILES.map((file) => [file, read(file)]));
/** The sheets that mention a class. */
const sheetsOf = Map.groupBy(
  SHEETS.flatMap((sheet) => {
    const names = new Set(
      blocks(sheet).flatMap(([selector]) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []),
    );
    return [...names].map((name) => ({ sheet, name }));
  }),
  ({ name }) => name,
);

describe('style sheets', () => {
  it('are imported by the files that use their classes, or by files that are loaded with these', () => {
    const missing = [...sources].flatMap(([file, { elements }]) =>
      [...new Set(elements.flat())].flatMap((name) => {
        const sheets = sheetsOf.get(name)?.map(({ sheet }) => sheet) ?? [];
        const isLoaded =
          sheets.length === 0 ||
          sheets.some((sheet) => sheet.startsWith(FIRST) || brings(file, sheet));
        return isLoaded ? [] : `${file}: .${name} is in ${sheets.join(', ')}`;
      }),
    );
    expect(missing).toEqual([]);
  });

  it('look the same in every order: no two disagree about a property of an element', () => {
    const rules = SHEETS.filter((sheet) => !sheet.startsWith(FIRST)).flatMap(classRules);
    const conflicts = [...sources.values()]
      .flatMap(({ elements }) => elements)
      .flatMap((names) => pairs(rules.filter(({ name }) => names.includes(name))))
      .filter(([one, other]) => one.sheet !== other.sheet && disagree(one, other))
      .map(([one, other]) => `${textOf(one)} and ${textOf(other)}`);
    expect([...new Set(conflicts)]).toEqual([]);
  });
});

/** Whether the sheet is always loaded where the file is: by its imports, or else by each file that imports it. */
function brings(file: string, sheet: string, below: readonly string[] = []): boolean {
  if (below.includes(file) || importsOf(file).has(sheet)) return true;
  const importers = [...sources].filter(([, { imports, laterImports }]) =>
    [...imports, ...laterImports].includes(file),
  );
  return (
    importers.length > 0 &&
    importers.every(([importer]) => brings(importer, sheet, [...below, file]))
  );
}

/** All that is loaded with a file. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  for (const each of sources.get(file)?.imports ?? []) {
    if (found.has(each)) continue;
    found.add(each);
    importsOf(each, found);
  }
  return found;
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const { program, module } = parseSync(file, text);
  const elements: string[][] = [];
  const laterImports: string[] = [];
  const path = (relative: string) => join(file, '..', relative);
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.name !== 'className' || !value) return;
      const strings = text.slice(value.start, value.end).match(/(["'`]).*?\1/gs) ?? [];
      elements.push(strings.join(' ').match(/[a-z][\w-]*/gi) ?? []);
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') laterImports.push(path(String(source.value)));
    },
  }).visit(program);
  const { staticImports, staticExports } = module;
  const from = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)];
  const imports = from.flatMap(({ moduleRequest }) =>
    moduleRequest ? [path(moduleRequest.value)] : [],
  );
  return { imports, laterImports, elements };
}

/** The blocks of a sheet that contain no other block: the text before each, and its declarations. */
function blocks(sheet: string): (readonly [selector: string, body: string])[] {
  const text = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => [
    selector,
    body,
  ]);
}

/** The declarations for a class alone. The order matters only if the selectors are equally specific. */
function classRules(sheet: string): Rule[] {
  return blocks(sheet).flatMap(([selector, body]) => {
    const names = selector.split(',').flatMap((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? []);
    const declarations = [...body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)];
    return names.flatMap((name) =>
      declarations.map(([, property = '', value = '']) => ({ sheet, name, property, value })),
    );
  });
}

/** Whether two declarations for one element set the same property, or one sets a part of the other. */
function disagree(one: Rule, other: Rule): boolean {
  const [short, long] = [one.property, other.property].sort() as [string, string];
  return short === long ? one.value !== other.value : long.startsWith(`${short}-`);
}

function pairs<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));
}

function textOf({ sheet, name, property, value }: Rule): string {
  return `.${name} { ${property}: ${value} } in ${sheet}`;
}
