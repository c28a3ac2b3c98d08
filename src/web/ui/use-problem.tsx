import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** A field's input, as what is wrong with it makes it. */
interface InputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onInvalid: (event: FormEvent<HTMLInputElement>) => void;
}

/**
 * What only the app knows to be wrong with a field. The browser counts it as its own rules (`Form` tells of
 * both), and it stands below the field from when that was left or sent, never while someone types it.
 *
 * @param problem a whole sentence, or '' where nothing is wrong
 * @param hintId what else describes the field
 */
export function useProblem(problem = '', hintId?: string): { input: InputProps; text: FaultText } {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [isTold, setIsTold] = useState(false);
  useLayoutEffect(() => ref.current?.setCustomValidity(problem), [problem]);
  if (isTold && !problem) setIsTold(false);
  const isShown = isTold && problem !== '';
  // Nothing is wrong yet with what is still to be filled in.
  const judge = ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    setIsTold(!currentTarget.validity.valueMissing);
  return {
    input: {
      ref,
      'aria-invalid': isShown || undefined,
      'aria-describedby': [hintId, isShown && id].filter(Boolean).join(' ') || undefined,
      onBlur: judge,
      onInvalid: judge,
    },
    text: isShown ? { id, problem } : null,
  };
}

type FaultText = { readonly id: string; readonly problem: string } | null;

/** The words below the field. */
export function FieldFault({ text }: { readonly text: FaultText }) {
  return (
    text && (
      <span className="field-fault" id={text.id}>
        {text.problem}
      </span>
    )
  );
}
