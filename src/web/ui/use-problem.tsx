import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** The input's props, depending on its problem. */
interface InputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onInvalid: (event: FormEvent<HTMLInputElement>) => void;
}

/**
 * An error that only the app can find. It is set as a custom validity, so that `Form` treats it like the
 * browser's own rules. The text appears below the field once the person has left or submitted it, never
 * during typing.
 *
 * @param problem a whole sentence, or '' if the value is valid
 *
 * @param hintId the id of another description of the field
 */
export function useProblem(problem = '', hintId?: string): { input: InputProps; text: FaultText } {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [isTold, setIsTold] = useState(false);
  useLayoutEffect(() => ref.current?.setCustomValidity(problem), [problem]);
  if (isTold && !problem) setIsTold(false);
  const isShown = isTold && problem !== '';
  // A missing value is not reported here.
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

/** The error text below the field. */
export function FieldFault({ text }: { readonly text: FaultText }) {
  return (
    text && (
      <span className="field-fault" id={text.id}>
        {text.problem}
      </span>
    )
  );
}
