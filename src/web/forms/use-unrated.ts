import { type RefObject, useState } from 'react';
import { MIN_SEVERITY } from '../../domain/symptoms.ts';
import { type Change, type DraftRating, isRated, withChange } from './store/draft.ts';

export interface Entered {
  /** The symptoms of the form. */
  readonly present: readonly DraftRating[];
  readonly changes: readonly Change[];
}

export interface Asked {
  /** Where Submit was in the window when it was pressed (px). */
  readonly submitTop: number;
  /** Whether Submit was pressed again while the question was open. */
  readonly isAgain: boolean;
}

/** The content of the question about symptoms that are not rated, and the handlers of its answers. */
export interface Unrated {
  readonly asked: Asked;
  /** The symptoms that the question is about. Empty in an edit after their notes were deleted. */
  readonly names: readonly string[];
  /** The symptoms among `names` that have a note. */
  readonly noted: readonly string[];
  /** The symptoms whose notes the question has deleted. */
  readonly deleted: readonly string[];
  readonly hasRated: boolean;
  readonly onLeaveOut: () => void;
  readonly onSaveAsLowest: () => void;
  readonly onDeleteNotes: () => void;
  readonly onRestoreNotes: () => void;
}

/**
 * Asks at Submit about the symptoms that are not rated (DECISIONS 31). The question stays until they are rated or left
 * out. An edit asks only about symptoms with a note, because the person left out the other ones when the form was new.
 */
export function useUnrated({
  newest,
  isEdit,
  onChange,
  onNote,
  onSubmit,
  send,
}: {
  /** What is entered, also in notes that somebody has typed since the form was rendered. */
  readonly newest: () => Entered;
  readonly isEdit: boolean;
  readonly onChange: (changes: readonly Change[]) => void;
  readonly onNote: (note: Required<Pick<Change, 'name' | 'notes'>>) => void;
  /** Submits the symptoms that are rated after these changes. */
  readonly onSubmit: (changes: readonly Change[]) => void;
  /** The Submit button, which receives the focus when the question is answered. */
  readonly send: RefObject<HTMLButtonElement | null>;
}) {
  const [asked, setAsked] = useState<Asked>();
  // Remembers 'Leave them out', so that Submit does not ask again after a failed save.
  const [isLeftOut, setIsLeftOut] = useState(false);
  const [deleted, setDeleted] = useState<readonly Change[]>([]);

  function unratedOf({ present }: Entered) {
    const noted = present.filter((each) => !isRated(each) && each.notes.trim() !== '');
    return { noted, unrated: isEdit ? noted : present.filter((each) => !isRated(each)) };
  }

  function ask(isAgain = false) {
    setAsked({ submitTop: send.current?.getBoundingClientRect().top ?? 0, isAgain });
  }

  function changed(made: readonly Change[]): readonly Change[] {
    return made.reduce<readonly Change[]>(withChange, newest().changes);
  }

  function submit(changes: readonly Change[]) {
    setAsked(undefined);
    setDeleted([]);
    onSubmit(changes);
  }

  function answer(changes: readonly Change[]) {
    // The pressed button is unmounted, so the focus would be lost.
    send.current?.focus();
    submit(changes);
  }

  /** Undefined if nothing is to be asked. */
  function question(): Unrated | undefined {
    const entered = newest();
    const { noted, unrated } = unratedOf(entered);
    if (!asked || unrated.length + deleted.length === 0) return undefined;
    return {
      asked,
      names: unrated.map(({ name }) => name),
      noted: noted.map(({ name }) => name),
      deleted: deleted.map(({ name }) => name),
      hasRated: entered.present.some(isRated),
      onLeaveOut() {
        setIsLeftOut(true);
        answer(newest().changes);
      },
      onSaveAsLowest() {
        const changes = changed(unrated.map(({ name }) => ({ name, severity: MIN_SEVERITY })));
        onChange(changes);
        answer(changes);
      },
      onDeleteNotes() {
        setDeleted([...deleted, ...noted.map(({ name, notes }) => ({ name, notes }))]);
        onChange(changed(noted.map(({ name }) => ({ name, notes: '' }))));
        ask();
      },
      onRestoreNotes() {
        setDeleted([]);
        onChange(changed(deleted));
        ask();
      },
    };
  }

  return {
    isAsked: asked !== undefined,
    question,
    change(made: Change) {
      if (isLeftOut) setIsLeftOut(false);
      const { name, notes } = made;
      if (notes === undefined) {
        onChange(changed([made]));
        return;
      }
      const isOther = (each: Change) => each.name !== name;
      // Undo must not replace a note that the person now writes.
      if (!deleted.every(isOther)) setDeleted(deleted.filter(isOther));
      onNote({ name, notes });
    },
    submit() {
      const entered = newest();
      if (unratedOf(entered).unrated.length > 0 && !isLeftOut) ask(asked !== undefined);
      else submit(entered.changes);
    },
  };
}
