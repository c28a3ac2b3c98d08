import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { accountFile } from '../../contract/account-file.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { CSV_KINDS, STORED_KINDS } from '../../contract/kinds.ts';
import { entryCsv } from './csv-entry-file.ts';
import { ratingCsv } from './csv-file.ts';
import { readEntries } from './json-entries.ts';
import type { WholeForm } from './queries/exports.ts';
import { Faults } from './reading.ts';

/** The sample number `at`, from 0, among the samples of a language in docs/export-format.md. */
async function sample(language: 'json' | 'csv', at = 0): Promise<string> {
  const document = await readFile('docs/export-format.md', 'utf8');
  const samples = document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...samples][at]?.[1] ?? '';
}

it('the documented JSON is a valid account file with every field', async () => {
  const written = JSON.parse(await sample('json'));
  expect(accountFile.parse(written)).toEqual(written);
});

it('the documented CSV is the export of the documented JSON', async () => {
  const [form] = accountFile.parse(JSON.parse(await sample('json'))).forms;
  if (!form) throw new Error('The document shows no form');
  const stored: WholeForm = {
    ...form,
    timeZone: form.timeZone ?? '',
    loggedAt: Date.parse(form.loggedAt),
    enteredAt: Date.parse(form.enteredAt),
    deletedAt: null,
    formerVersions: form.formerVersions.map((former) => ({
      ...former,
      loggedAt: Date.parse(former.loggedAt ?? form.loggedAt),
      replacedAt: Date.parse(former.replacedAt),
    })),
  };
  const written = (ratingCsv.head() + ratingCsv.rows([stored])).replace('\ufeff', '');
  expect(written.replaceAll('\r\n', '\n')).toBe(await sample('csv'));
});

it.each(CSV_KINDS.map((kind, index) => [kind, index + 1] as const))(
  'the documented CSV of a kind is the export of the documented JSON: %#',
  async (kind, at) => {
    const list = JSON.parse(await sample('json'))[kind.list];
    const read = readEntries(kind, list, Date.parse('2026-12-01'), new Faults());
    const csv = entryCsv(kind);
    const written = (csv.head() + csv.rows(read)).replace('\ufeff', '');
    expect(written.replaceAll('\r\n', '\n')).toBe(await sample('csv', at));
  },
);

it.each(STORED_KINDS)('the documents name the kind $name', async (kind: AnyKind) => {
  const { words, list, sheet } = kind;
  const prose = async (name: string) => {
    const text = await readFile(`docs/${name}.md`, 'utf8');
    return text.replaceAll(/```[\s\S]*?```/g, '');
  };
  expect(await prose('export-format')).toContain(`\`${list}\``);
  expect((await prose('security')).toLowerCase()).toContain(words.many);
  if (sheet) expect(await prose('google')).toContain(sheet.title);
});
