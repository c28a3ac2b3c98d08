import { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { wrongKey } from './refusals.ts';

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Encrypts bytes with a passphrase, in the format of the tool `age`. Without a passphrase, returns them
 * unchanged.
 */
export async function* encrypted(bytes: Bytes, key: string | undefined): Bytes {
  if (!key) return yield* bytes;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  yield* await encrypter.encrypt(streamOf(bytes));
}

/** Reverses `encrypted`. @throws Refusal if the passphrase is wrong */
export async function* decrypted(bytes: Bytes, key: string | undefined): Bytes {
  if (!key) return yield* bytes;
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  yield* await decrypter.decrypt(streamOf(bytes)).catch(() => {
    throw wrongKey();
  });
}

/**
 * Casts Node's stream type to the global one. Compilations that include the DOM's types, such as that of the tests,
 * take the global name for the DOM's type. At run time both are the same class.
 */
function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as ReadableStream<Uint8Array>;
}
