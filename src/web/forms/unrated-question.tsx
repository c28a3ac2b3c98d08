import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { MIN_SEVERITY } from '../../domain/symptoms.ts';
import { Button } from '../ui/button.tsx';
import { scrollAlong } from '../ui/scroll-along.ts';
import {
  deletedSentence,
  noteSentence,
  notRatedSentence,
  rateFirstSentence,
} from './unrated-words.ts';
import type { Unrated } from './use-unrated.ts';

/** The outline that flashes if Submit is pressed while the question is open, to show that the press was noticed. */
const AGAIN = ['6px solid var(--primary)', '6px solid var(--primary)'];
const AGAIN_MS = 600;

/** Asks in the form, above Submit, what to do with the symptoms that are not rated. It receives the focus. */
export function UnratedQuestion({
  question,
  send,
  onRate,
}: {
  readonly question: Unrated;
  /** The Submit button. */
  readonly send: RefObject<HTMLButtonElement | null>;
  /** Goes to a symptom, to rate it; undefined if all symptoms are on the screen. */
  readonly onRate: ((name: string) => void) | undefined;
}) {
  const { asked, names, noted, deleted, hasRated } = question;
  const id = useId();
  const section = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!section.current) return;
    // Scrolls so that Submit stays where it was pressed, because a repeated press must not answer the question.
    const moved = (send.current?.getBoundingClientRect().top ?? 0) - asked.submitTop;
    scrollAlong(section.current)(moved);
    section.current.focus({ preventScroll: true });
    section.current.scrollIntoView({ block: 'nearest' });
    if (asked.isAgain) section.current.animate({ outline: AGAIN }, AGAIN_MS);
  }, [asked, send]);

  const first = noted[0] ?? names[0];
  const them = names.length === 1 ? 'it' : 'them';
  const [title, hint] = wordsOf(question);
  const told = deleted.length > 0 ? deletedSentence(deleted) : '';
  const [titleId, hintId, toldId] = ['title', 'hint', 'told'].map((part) => `${id}-${part}`);
  const described = [hint && hintId, title && told && toldId].filter(Boolean).join(' ');
  return (
    <section
      ref={section}
      className="question"
      aria-labelledby={title ? titleId : toldId}
      aria-describedby={described || undefined}
      tabIndex={-1}
    >
      {title && (
        <p id={titleId} className="question-title">
          {title}
        </p>
      )}
      {hint && <p id={hintId}>{hint}</p>}
      {title && (
        <div className="question-answers">
          {onRate && first && <Button onPress={() => onRate(first)}>Rate {first}</Button>}
          {hasRated && noted.length === 0 && (
            <Button onPress={question.onLeaveOut}>Leave {them} out</Button>
          )}
          <Button onPress={question.onSaveAsLowest}>
            Save {them} as {MIN_SEVERITY}
          </Button>
          {noted.length > 0 && (
            <Button onPress={question.onDeleteNotes}>
              Delete the {noted.length === 1 ? 'note' : 'notes'}
            </Button>
          )}
        </div>
      )}
      {/* The sentence and its Undo are last, so that a repeated press on 'Delete the note' does not answer the
          question. */}
      {told && (
        <div className="question-deleted">
          <p id={toldId}>{told}</p>
          <Button kind="quiet" icon="undo" onPress={question.onRestoreNotes}>
            Undo
          </Button>
        </div>
      )}
    </section>
  );
}

/** The bold line and the one below it; '' for none. If nothing is rated, the first one says what to do. */
function wordsOf({ names, noted, hasRated }: Unrated): readonly [title: string, hint: string] {
  if (names.length === 0) return ['', ''];
  const sentence = notRatedSentence(names);
  if (noted.length > 0) return [sentence, noteSentence(noted)];
  return hasRated ? [sentence, ''] : [rateFirstSentence(names), sentence];
}
