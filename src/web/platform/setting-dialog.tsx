import type { ReactNode } from 'react';
import { Dialog, HasAddress } from '../ui/dialog.tsx';
import { closeSetting, type Setting, useSetting } from './setting.ts';

/** Shows its content while the address names this dialog. For a content that brings its own `Dialog`. */
export function OpenSetting({
  of,
  children,
}: {
  readonly of: Setting;
  readonly children: ReactNode;
}) {
  return useSetting() === of ? <HasAddress value>{children}</HasAddress> : null;
}

/** A dialog of the settings, with an address. */
export function SettingDialog({
  of,
  title,
  children,
}: {
  readonly of: Setting;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <OpenSetting of={of}>
      <Dialog title={title} onClose={() => closeSetting(of)}>
        {children}
      </Dialog>
    </OpenSetting>
  );
}
