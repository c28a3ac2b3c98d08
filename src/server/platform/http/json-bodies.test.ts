import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { calls } from '../../../contract/calls.ts';
import { freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { imported } from '../../testing/transfers.ts';

onSqlite((place) => {
  const test = testApp(place);

  it('rejects a body with too many values before it is parsed', async () => {
    const { browser } = await freshUser(test);
    const response = await browser.send({
      method: 'POST',
      url: calls.importData.path,
      headers: { 'content-type': 'application/json' },
      // The list is not closed: if the server parsed this text, it would report invalid JSON, with another message.
      payload: `[${'{},'.repeat(20_000)}`,
    });
    expectRefusal(response, 400, 'Something went wrong. Please reload the page and try again.');
  });

  it('decompresses no body', async () => {
    const { browser, userId } = await freshUser(test);
    const packed = gzipSync(JSON.stringify({ userId, newPassword: 'x'.repeat(2_000_000) }));
    const response = await browser.send({
      method: 'POST',
      url: calls.clearNewUser.path,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: packed,
    });
    // If the server decompressed the body, it would report that the body is too large.
    expectRefusal(response, 400, 'The request body is not valid JSON.');
  });

  it('accepts as many values in the text of a file', async () => {
    const user = await freshUser(test);
    const content = `u1,2024-03-01 08:15,Tremor,3,"${'[{",,'.replace('"', '""').repeat(1500)}"`;
    expect(await imported(user, 'legacy', content)).toMatchObject({ formsAdded: 1 });
  });
});
