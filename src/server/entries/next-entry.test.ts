import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyKind, notesIn } from '../../contract/kinds/kind.ts';
import { KINDS } from '../../contract/kinds.ts';
import { SELF } from '../identity/authors.ts';
import { editable, examplesOf } from '../testing/kind-calls.ts';
import { randomEntries } from '../testing/random-entries.ts';
import { type AnyEntry, entryOf, rowOf } from './columns.ts';
import { afterEdit, afterSave, type Save } from './next-entry.ts';

const HELPER = { id: 'access 1', name: 'Ann' };
const OTHER = { id: 'access 2', name: 'Ben' };
const NOW = Date.parse('2026-11-18T17:00:00Z');

/** Random entries of each kind. */
const time = fc.integer({ min: Date.parse('2002-01-01'), max: NOW });
const texts = ['Sleep', '=1+1'];
const random = randomEntries({
  time,
  deletedAt: time,
  texts,
  notes: fc.constantFrom('', ...texts),
});

/** Runs a property with each random entry, present and deleted. */
function forEveryEntry(holds: (kind: AnyKind, entry: AnyEntry) => void): void {
  const property = fc.property(random, (ofKinds) => {
    for (const { kind, entries } of ofKinds) {
      for (const { formerVersions: _, ...entry } of entries)
        holds(kind, entry as unknown as AnyEntry);
    }
  });
  fc.assert(property, { numRuns: 60 });
}

function sentOf(kind: AnyKind, entry: AnyEntry, change: Partial<Save> = {}): Save {
  const values = Object.fromEntries(Object.keys(kind.fields).map((name) => [name, entry[name]]));
  return { values, enteredAt: entry.enteredAt, timeZone: entry.timeZone, by: SELF, ...change };
}

const EXAMPLES = new Map<AnyKind, ReturnType<typeof examplesOf>>(
  KINDS.map((kind) => [kind, examplesOf(kind)]),
);

/** Other values for the fields that an edit may change. */
function otherValues(kind: AnyKind, entry: AnyEntry): Record<string, unknown> {
  const { one = entry, other = entry } = EXAMPLES.get(kind) ?? {};
  const isOther = (example: AnyEntry, name: string) =>
    JSON.stringify(example[name]) !== JSON.stringify(entry[name]);
  const names = editable(kind).map((name) => [name, isOther(one, name) ? one[name] : other[name]]);
  return Object.fromEntries(names);
}

it('a stored row gives back the entry, of every kind', () => {
  forEveryEntry((kind, entry) => expect(entryOf(kind, rowOf(kind, entry))).toEqual(entry));
});

describe('a save', () => {
  it('adds what is not stored, as version 1, by its author', () => {
    forEveryEntry((kind, entry) => {
      const added = afterSave(kind, undefined, sentOf(kind, entry, { by: HELPER }));
      const authored = { author: 'Ann', authorId: 'access 1', version: 1, deletedAt: null };
      expect(added).toEqual({ ...entry, ...authored });
    });
  });

  it('that arrives again changes nothing', () => {
    forEveryEntry((kind, entry) => {
      const present = { ...entry, deletedAt: null };
      expect(afterSave(kind, present, sentOf(kind, present))).toBe(present);
      const added = afterSave(kind, undefined, sentOf(kind, present));
      if (typeof added === 'string') throw new Error(added);
      expect(afterSave(kind, added, sentOf(kind, present))).toBe(added);
    });
  });

  it('that arrives late leaves a deleted entry deleted, and a later one enters it again', () => {
    forEveryEntry((kind, entry) => {
      const deleted = { ...entry, deletedAt: entry.enteredAt + 1000 };
      expect(afterSave(kind, deleted, sentOf(kind, deleted))).toBe(deleted);
      const later = sentOf(kind, deleted, { enteredAt: deleted.deletedAt });
      const again = {
        ...deleted,
        ...{ author: 'self', enteredAt: deleted.deletedAt, deletedAt: null },
      };
      const expected = kind.again === 'stays' ? deleted : { ...again, version: entry.version + 1 };
      expect(afterSave(kind, deleted, later)).toEqual(expected);
    });
  });

  it('with other values is refused, unless the first save stays', () => {
    forEveryEntry((kind, entry) => {
      const present = { ...entry, deletedAt: null, mood: 3 };
      const sent = sentOf(kind, present);
      const other = { ...sent, values: { ...sent.values, ...otherValues(kind, present) } };
      const expected = kind.again === 'stays' ? present : 'changed';
      expect(afterSave(kind, present, other)).toBe(expected);
    });
  });

  it('tells a helper nothing about the entry of somebody else, even if it is the same, if it may have a note', () => {
    forEveryEntry((kind, entry) => {
      if (kind.again === 'stays') return;
      for (const authorId of [undefined, OTHER.id]) {
        const theirs = { ...entry, authorId };
        const sent = sentOf(kind, entry, { by: HELPER });
        const present = notesIn(kind).length > 0 ? 'changed' : theirs;
        const isPresent = theirs.deletedAt === null;
        expect(afterSave(kind, theirs, sent)).toBe(isPresent ? present : 'ofOther');
      }
    });
  });
});

describe('an edit', () => {
  it('raises the version by one, and changes nothing else', () => {
    forEveryEntry((kind, entry) => {
      const present = { ...entry, author: 'self', authorId: undefined, deletedAt: null };
      const values = otherValues(kind, present);
      const edit = { version: present.version };
      const edited = afterEdit(kind, present, { values, enteredAt: NOW, by: SELF, edit });
      const renewed = kind.renewsEnteredAt && { enteredAt: NOW };
      const version = present.version + 1;
      expect(edited).toEqual({ ...present, ...values, ...renewed, version });
      // The retry of an edit whose answer was lost.
      if (typeof edited === 'string') throw new Error(edited);
      expect(afterEdit(kind, edited, { values, enteredAt: NOW, by: SELF, edit })).toBe(edited);
    });
  });

  it('of another version is refused, and of any version accepted if it names none', () => {
    forEveryEntry((kind, entry) => {
      const present = { ...entry, deletedAt: null };
      const values = otherValues(kind, present);
      for (const version of [present.version - 1, present.version + 1]) {
        expect(
          afterEdit(kind, present, { values, enteredAt: NOW, by: SELF, edit: { version } }),
        ).toBe('changed');
      }
      const any = afterEdit(kind, present, {
        values,
        enteredAt: NOW,
        by: SELF,
        edit: { version: undefined },
      });
      expect(any).toMatchObject({ ...values, version: present.version + 1 });
    });
  });

  it('that its own rule refuses, because the entry has changed, is refused', () => {
    forEveryEntry((kind, entry) => {
      const present = { ...entry, deletedAt: null };
      const edit = { version: undefined, change: () => 'changed' as const };
      expect(afterEdit(kind, present, { values: {}, enteredAt: NOW, by: SELF, edit })).toBe(
        'changed',
      );
    });
  });

  it('of what is not there, is deleted, or is of somebody else is refused', () => {
    forEveryEntry((kind, entry) => {
      const edit = { values: {}, enteredAt: NOW, by: SELF, edit: { version: entry.version } };
      expect(afterEdit(kind, undefined, edit)).toBe('gone');
      expect(afterEdit(kind, { ...entry, deletedAt: NOW }, edit)).toBe('gone');
      const theirs = { ...entry, deletedAt: null, authorId: OTHER.id };
      const isShown = kind.again !== 'stays' && notesIn(kind).length === 0;
      expect(afterEdit(kind, theirs, { ...edit, by: HELPER })).toBe(isShown ? theirs : 'gone');
      const change = { ...edit, values: otherValues(kind, theirs), by: HELPER };
      expect(afterEdit(kind, theirs, change)).toBe(isShown ? 'changed' : 'gone');
    });
  });

  it('by the person takes the entry over from the helper', () => {
    forEveryEntry((kind, entry) => {
      const theirs = { ...entry, author: 'Ann', authorId: HELPER.id, deletedAt: null };
      const values = otherValues(kind, theirs);
      const change = { values, enteredAt: NOW, edit: { version: theirs.version } };
      const own = afterEdit(kind, theirs, { ...change, by: HELPER });
      expect(own).toMatchObject({ author: 'Ann', authorId: HELPER.id });
      const taken = afterEdit(kind, theirs, { ...change, by: SELF });
      expect(taken).toMatchObject({ author: 'Ann, changed by the person', authorId: undefined });
    });
  });
});
