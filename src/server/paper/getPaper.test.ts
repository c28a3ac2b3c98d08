import { expect, it } from 'vitest';
import { PAPER_SHEETS, type PaperSheet } from '../../domain/paper.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { readPdf } from '../testing/pdf-reader.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function paperOf({ browser, userId }: TestUser, sheet: PaperSheet, paper = 'A4') {
    const answer = await browser.call('getPaper', { userId, sheet, paper });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf' });
    return await readPdf(answer.rawPayload);
  }

  it('a week of forms asks for each symptom that is tracked, three times a day', async () => {
    const user = await freshUser(test, ['Tremor', 'رجفان', 'Sleep']);
    const { pages, text } = await paperOf(user, 'forms');
    expect(pages.length).toBeLessThanOrEqual(3);
    expect(text.match(/Day and date:/g)).toHaveLength(7);
    expect(text.match(/Tremor/g)).toHaveLength(7);
    expect(text.match(/1 2 3 4 5/g)).toHaveLength(7 * 3 * 3);
  });

  it('a person without symptoms gets three empty lines', async () => {
    const { text } = await paperOf(await freshUser(test), 'forms');
    expect(text.match(/1 2 3 4 5/g)).toHaveLength(7 * 3 * 3);
  });

  it('the diary has each half-hour of three days, in the hours that the person reads', async () => {
    const user = await freshUser(test);
    const { pages } = await paperOf(user, 'diary');
    expect(pages).toHaveLength(7);
    const times = pages.join(' ').match(/midnight(?! )|noon(?! )|\d+:\d\d [AP]M/g) ?? [];
    expect(times.filter((time) => time === '1:30 PM')).toHaveLength(3);
    expect(new Set(times.filter((time) => time.includes(':'))).size).toBe(46);
  });

  it('every sheet has the size that was asked for, and is tagged', async () => {
    const user = await freshUser(test, ['Tremor']);
    for (const sheet of PAPER_SHEETS) {
      expect(await paperOf(user, sheet)).toMatchObject({ size: [595, 842], isTagged: true });
      expect(await paperOf(user, sheet, 'Letter')).toMatchObject({ size: [612, 792] });
    }
  });
});
