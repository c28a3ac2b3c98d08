import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { accountFile } from '../../contract/account-file.ts';
import { csvHead, csvRows } from './csv-file.ts';
import type { WholeForm } from './queries/exports.ts';

/** The sample in a language from docs/export-format.md. */
async function sample(language: 'json' | 'csv'): Promise<string> {
  const document = await readFile('docs/export-format.md', 'utf8');
  const [, text] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(document) ?? [];
  return text ?? '';
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
      loggedAt: null,
      replacedAt: Date.parse(former.replacedAt),
    })),
  };
  const written = (csvHead() + csvRows([stored])).replace('\ufeff', '');
  expect(written.replaceAll('\r\n', '\n')).toBe(await sample('csv'));
});
