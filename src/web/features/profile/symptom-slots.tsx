import { useState } from 'react';
import type { Profile } from '../../../contract/entities.ts';
import {
  MAX_NAME_LENGTH,
  MAX_SLOTS,
  MIN_SLOTS,
  SLOT_NUMBERS,
  type SlotNumber,
  slotText,
  symptomKey,
} from '../../../domain/symptoms.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteSlot, useSaveSlot } from '../../api/profile.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Message } from '../../ui/message.tsx';

const ORDINALS: Record<SlotNumber, string> = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' };

/** What was typed and not yet saved, by slot. */
type Drafts = Readonly<Partial<Record<SlotNumber, string>>>;

export function SymptomSlots({ profile }: { readonly profile: Profile }) {
  const { userId, pastSymptoms } = profile;
  const save = useSaveSlot(userId);
  const remove = useDeleteSlot(userId);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [status, setStatus] = useState('');
  /** The slot that is being saved, created or deleted. */
  const [busySlot, setBusySlot] = useState<SlotNumber | null>(null);
  const visible = SLOT_NUMBERS.filter((slot) => slot <= MIN_SLOTS || profile[symptomKey(slot)]);
  const next = SLOT_NUMBERS[visible.length];

  /** One change at a time: its success or its failure is told below. */
  async function change(
    slot: SlotNumber,
    make: () => Promise<unknown>,
    done: string,
    failed: string,
  ): Promise<boolean> {
    if (busySlot !== null) return false;
    setBusySlot(slot);
    setStatus('');
    try {
      await make();
      setStatus(done);
      return true;
    } catch (error) {
      setStatus(messageOf(error, failed));
      return false;
    } finally {
      setBusySlot(null);
    }
  }

  async function saveSlot(slot: SlotNumber, symptomValue: string) {
    const saved = await change(
      slot,
      () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue }),
      `Symptom${slot} saved successfully!`,
      'Error saving symptom. Please try again.',
    );
    if (saved) setDrafts(({ [slot]: _, ...others }) => others);
  }

  function addSlot(slot: SlotNumber) {
    return change(
      slot,
      () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue: '' }),
      `Symptom${slot} created successfully!`,
      `Error creating symptom${slot}. Please try again.`,
    );
  }

  async function deleteSlot(slot: SlotNumber) {
    const deleted = await change(
      slot,
      () => remove.mutateAsync(slot),
      `Symptom ${slot} deleted successfully!`,
      'Error deleting symptom. Please try again.',
    );
    // What was typed into the last slot moves with it.
    if (deleted) {
      setDrafts(({ 4: fourth, 5: fifth, ...others }) => {
        const rest = slot === 4 ? fifth : fourth;
        return rest === undefined ? others : { ...others, 4: rest };
      });
    }
  }

  return (
    <section className="card" aria-labelledby="symptoms">
      <div className="stack-close">
        <h2 id="symptoms">Symptoms</h2>
        <p className="soft">Name the 3 to 5 symptoms that affect your daily life most.</p>
      </div>
      {visible.map((slot) => {
        const saved = slotText(profile[symptomKey(slot)]);
        const text = drafts[slot] ?? saved;
        return (
          <form
            key={slot}
            className="slot-row"
            onSubmit={(event) => {
              event.preventDefault();
              saveSlot(slot, text);
            }}
          >
            <TextField
              label={`Symptom ${slot}`}
              placeholder={`Enter your ${ORDINALS[slot]} symptom`}
              maxLength={MAX_NAME_LENGTH}
              value={text}
              onChange={(value) => setDrafts((current) => ({ ...current, [slot]: value }))}
            />
            <div className="slot-buttons">
              <Button
                type="submit"
                busy={busySlot === slot}
                label={busySlot === slot ? undefined : `Save symptom ${slot}`}
              >
                {busySlot === slot ? 'Saving...' : 'Save'}
              </Button>
              {slot > MIN_SLOTS && (
                <Button
                  kind="danger"
                  busy={busySlot === slot}
                  label={`Delete symptom ${slot}`}
                  onPress={() => deleteSlot(slot)}
                >
                  Delete
                </Button>
              )}
            </div>
          </form>
        );
      })}
      {visible.length < MAX_SLOTS && next && (
        <Button busy={busySlot === next} onPress={() => addSlot(next)}>
          Add Symptom
        </Button>
      )}
      {status && (
        <Message kind={status.includes('successfully') ? 'success' : 'danger'}>{status}</Message>
      )}
      {pastSymptoms.length > 0 && (
        <div className="stack-close">
          <h3>Past symptoms</h3>
          <ul className="plain-list">
            {pastSymptoms.map((name) => (
              <li key={name} className="tag">
                {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
