import { useState } from 'react';
import type { DiaryState } from '../../domain/diary.ts';
import { STATE_WORDS } from '../../domain/diary.ts';
import { keepText, readText } from '../platform/kept-text.ts';
import { Button } from '../ui/button.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Message } from '../ui/message.tsx';
import { StateButtons } from './states.tsx';

function keyOf(userId: string): string {
  return `diaryPractised ${userId}`;
}

/** Whether a person has seen the practice on this device. */
export function hasPractised(userId: string): boolean {
  return readText(keyOf(userId)) !== null;
}

/** One entry to practice with before the first real one. It is not saved. */
export function DiaryPractice({
  userId,
  onEnd,
}: {
  readonly userId: string;
  readonly onEnd: () => void;
}) {
  const [chosen, setChosen] = useState<DiaryState>();
  return (
    <div className="stack diary">
      <section className="stack-close" aria-labelledby="diary-practice">
        <h3 id="diary-practice">Practice once. Nothing is saved.</h3>
        <p>
          For each half-hour, press how you were for most of that time. Try it: you got up, and for
          the next half-hour you were stiff and slow.
        </p>
        <StateButtons onChoose={setChosen} />
        <KeptHeight>{chosen && <Answer chosen={chosen} />}</KeptHeight>
      </section>
      <Button
        wide
        kind="main"
        onPress={() => {
          keepText(keyOf(userId), '1');
          onEnd();
        }}
      >
        Start my diary
      </Button>
    </div>
  );
}

function Answer({ chosen }: { readonly chosen: DiaryState }) {
  if (chosen === 'off') {
    return (
      <Message kind="success">
        Yes, “Off” is for stiff and slow. That is all you have to do.
      </Message>
    );
  }
  return (
    <Message kind="info">
      You pressed “{STATE_WORDS[chosen].name}”. For stiff and slow, “Off” fits.
    </Message>
  );
}
