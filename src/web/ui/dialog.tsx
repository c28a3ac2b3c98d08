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
  onClose,
  closeButton = true,
  children,
}: {
  readonly title: string;
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
            <Heading slot="title" level={2}>
              {title}
            </Heading>
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
