import type { CallName } from '../../contract/calls.ts';
import { type AnyKind, isListedByDays } from '../../contract/kinds/kind.ts';
import { type EntryKind, KINDS } from '../../contract/kinds.ts';
import type { AnyEntry } from '../entries/columns.ts';
import { withIsoTimes } from '../entries/wire.ts';
import { freshUser, type TestApp, type TestUser } from './app.ts';
import { fieldsOf, kindsOf } from './fields.ts';
import { callsOf, editable, examplesOf } from './kind-calls.ts';

/** A call that succeeds, with every field that its contract has. */
export interface SampleOfCall {
  /** The variant of the call, if it has several. */
  readonly kind?: string;
  /** Creates a caller for whom the input is valid and who has not made the call yet. */
  readonly caller: (test: TestApp) => Promise<TestUser>;
  readonly input: (caller: TestUser) => Record<string, unknown>;
  /** Fields that are optional in the contract, but that this caller must send. */
  readonly needed?: readonly string[];
}

const ENTERED_AT = '2026-11-18T16:59:00Z';
const SPAN = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00-05:00' };
const DAYS = { from: '2026-11-01', to: '2026-11-30' };
const LIST = { limit: '10', cursor: '1795107600000.2' };
const HELD = { version: 1, enteredAt: ENTERED_AT, timeZone: 'Europe/Berlin' };

/** The samples of the calls of every kind: of a person who has an entry of the kind. */
export const KIND_SAMPLES: { readonly [Call in CallName]?: readonly SampleOfCall[] } =
  Object.fromEntries(KINDS.flatMap(samplesOf));

function samplesOf(kind: EntryKind): [CallName, SampleOfCall[]][] {
  const { one, other } = examplesOf(kind);
  const { calls: names, key, atOnce, fields }: AnyKind = kind;
  const values = (entry: AnyEntry, of: readonly string[]) =>
    withIsoTimes(kind, Object.fromEntries(of.map((name) => [name, plain(name, entry[name])])));
  // The tests put other characters into texts, between whole ones.
  const plain = (name: string, value: unknown) => {
    const type = fields[name]?.type;
    if (type === 'lines') return ['Walking'];
    return type === 'line' ? 'Walking' : value;
  };
  const keys = values(one, key);
  const once = Object.keys(fields).filter((name) => fields[name]?.set === 'once');
  const edited = { ...HELD, ...keys, ...values(one, once), ...values(other, editable(kind)) };
  // A kind with a call for edits saves a new entry; the others replace the stored one.
  const saved = names.edit ? { ...edited, ...values(other, key) } : edited;

  async function caller(test: TestApp): Promise<TestUser> {
    const user = await freshUser(test);
    await callsOf(kind, user, () => ENTERED_AT).save(one);
    return user;
  }

  /** The values for the fields of a call. */
  const sample = (call: CallName, given: object, more: Partial<SampleOfCall> = {}) => {
    const [variant] = kindsOf(call);
    const wanted = new Set(variant ? fieldsOf(variant).map(({ path }) => path) : []);
    const own = Object.entries(given).filter(([name]) => wanted.has(name));
    const input = ({ userId }: TestUser) => ({ userId, ...Object.fromEntries(own) });
    return [call, [{ caller, input, ...more }]] as [CallName, SampleOfCall[]];
  };

  const byKey = atOnce ? { [`${key[0]}s`]: [keys[key[0] ?? '']] } : keys;
  const span = { ...(isListedByDays(kind) ? DAYS : SPAN), ...LIST };
  // Without a version, a save that differs from what is stored is refused.
  const needed = names.edit || atOnce ? [] : ['version'];
  return [
    sample(names.save, atOnce ? { ...HELD, entries: [saved] } : saved, { needed }),
    ...(names.edit ? [sample(names.edit, edited)] : []),
    sample(names.list, span),
    sample(names.delete, byKey),
    sample(names.restore, byKey),
    ...(names.deleted ? [sample(names.deleted, {})] : []),
  ];
}
