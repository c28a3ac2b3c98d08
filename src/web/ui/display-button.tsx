import { useEffect, useState } from 'react';
import { type DisplayOption, SCREEN_OPTIONS } from '../../domain/display.ts';
import { Button } from './button.tsx';
import { DialogLoading } from './dialog-loading.tsx';
import { setDisplay } from './display.ts';
import { lazy } from './lazy.tsx';

const displaySheet = lazy(
  async () => (await import('./display-sheet.tsx')).DisplaySheet,
  <DialogLoading />,
);

/** 'Aa', on every page: opens the switches for text and buttons. */
export function DisplayButton({
  options = SCREEN_OPTIONS,
  onChange = setDisplay,
}: {
  readonly options?: readonly DisplayOption[];
  /** Applies and stores the options; by default only on this device. */
  readonly onChange?: (on: DisplayOption[]) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  useEffect(displaySheet.fetchLater, []);
  return (
    <>
      <Button kind="quiet" label="Aa, text and buttons" onPress={() => setOpen(true)}>
        Aa
      </Button>
      {isOpen && (
        <displaySheet.Component
          options={options}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
