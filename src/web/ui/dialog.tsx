import './dialog.css';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { useCloseRequests } from './close-requests.ts';

/**
 * A modal dialog; full screen on phones. Pressing outside does not close it, so that a slipped finger cannot
 * discard the input.
 */
export function Dialog({
  title,
  progress,
  onClose,
  closeButton = true,
  children,
}: {
  readonly title: string;
  /** Which screen of several is shown; screen readers speak it when it changes. */
  readonly progress?: string | undefined;
  readonly onClose: () => void;
  readonly closeButton?: boolean;
  readonly children: ReactNode;
}) {
  useCloseRequests(onClose);
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isOpen
      isDismissable={false}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="dialog-frame">
        <AriaDialog className="dialog">
          <div className="dialog-head">
            <div className="dialog-title">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {progress !== undefined && (
                <p className="soft small" role="status">
                  {progress}
                </p>
              )}
            </div>
            {closeButton && (
              <Button kind="small" onPress={onClose}>
                Close
              </Button>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
