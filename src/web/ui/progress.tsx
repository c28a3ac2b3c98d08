import './progress.css';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

/** Work that ends sooner shows no progress (ms). */
const NOTICEABLE_MS = 1000;

/** The progress of work that takes longer than a second, with a Cancel button. */
export function ProgressBar({
  label,
  progress,
  onCancel,
}: {
  readonly label: string;
  /** Undefined while the progress is unknown. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly onCancel: () => void;
}) {
  const [isNoticeable, setIsNoticeable] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsNoticeable(true), NOTICEABLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const place = usePlaceOfFocus();
  const id = useId();
  if (!isNoticeable) return null;
  const share = progress && Math.round((100 * progress.done) / Math.max(progress.total, 1));
  return (
    <div className="progress" ref={place}>
      <label htmlFor={id}>
        {label}
        {share !== undefined && `: ${share} %`}
      </label>
      <progress id={id} max={100} value={share} />
      <Button onPress={onCancel}>Cancel</Button>
    </div>
  );
}

/**
 * When the progress is unmounted while the focus is inside it, returns the focus to the element that started the work.
 */
function usePlaceOfFocus() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      const isInside = place.current?.contains(document.activeElement);
      if (isInside && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return place;
}
