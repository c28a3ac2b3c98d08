import { useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { FormRow } from './form-row.tsx';
import { useFormHistory, useNumberedForm } from './queries.ts';

interface SearchProps {
  readonly onEdit: (form: Form) => void;
}

/** Finds forms by a text in their notes, or by their Form #. */
export function FormSearch({ onEdit }: SearchProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  return (
    <>
      <Button
        kind="quiet"
        icon="search"
        isExpanded={isOpen}
        onPress={() => {
          setIsOpen(!isOpen);
          setTyped('');
          setSearch('');
        }}
      >
        Search in notes
      </Button>
      {isOpen && (
        <div className="stack-close">
          <form
            className="search"
            onSubmit={(event) => {
              event.preventDefault();
              setSearch(typed.trim());
            }}
          >
            <TextField
              label="Words in a note, or a Form #"
              value={typed}
              maxLength={MAX_NAME_LENGTH}
              onChange={setTyped}
            />
            <Button type="submit">Search</Button>
          </form>
          {search && <Found search={search} onEdit={onEdit} />}
        </div>
      )}
    </>
  );
}

function Found({ search, onEdit }: SearchProps & { readonly search: string }) {
  const user = useUser();
  const formNumber = numberIn(search);
  const history = useFormHistory(user, { search });
  const numbered = useNumberedForm(user, formNumber);
  const isOffline = useIsOffline();
  const queries = formNumber === undefined ? [history] : [history, numbered];
  const isDone = queries.every(({ data }) => data !== undefined) && !history.isPlaceholderData;
  const isOut = queries.some((query) => isUnreached(query, isOffline));
  const withText = history.isPlaceholderData ? [] : (history.data?.pages.flat() ?? []);
  const first = numbered.data ?? undefined;
  const forms = [...(first ? [first] : []), ...withText.filter(({ id }) => id !== first?.id)];
  return (
    <div className="stack-close">
      <p role="status">
        {isDone &&
          foundText(search, {
            formNumber,
            hasNumber: first !== undefined,
            hasText: withText.length > 0,
          })}
      </p>
      {!isDone && queries.every(({ isError }) => !isError) && <Loading />}
      {isOut && <NotOnDevice what="forms" />}
      {!isOut && queries.some(({ isError }) => isError) && (
        <>
          <Message kind="danger">Failed to load form history</Message>
          <Button
            onPress={() => {
              for (const query of queries) if (query.isError) void query.refetch();
            }}
          >
            Try again
          </Button>
        </>
      )}
      {isDone && forms.length > 0 && (
        <ul className="entry-list" aria-label="Found forms">
          {forms.map((form) => (
            <li key={form.id}>
              <FormRow form={form} onEdit={onEdit} />
            </li>
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <Button busy={history.isFetchingNextPage} onPress={history.fetchNextPage}>
          Show more found forms
        </Button>
      )}
    </div>
  );
}

/** The Form # in '12', '#12' or 'Form #12'. */
function numberIn(search: string): number | undefined {
  const [, digits] = /^(?:form\s*)?#?\s*(\d{1,9})$/i.exec(search) ?? [];
  return digits && Number(digits) > 0 ? Number(digits) : undefined;
}

function foundText(
  search: string,
  found: {
    readonly formNumber: number | undefined;
    readonly hasNumber: boolean;
    readonly hasText: boolean;
  },
): string {
  const inNote = `with “${search}” in a note:`;
  if (found.formNumber === undefined) {
    return found.hasText ? `Forms ${inNote}` : `No note contains “${search}”.`;
  }
  const number = `Form #${found.formNumber}`;
  if (found.hasNumber) return found.hasText ? `${number}, and forms ${inNote}` : `${number}:`;
  return found.hasText
    ? `There is no ${number}. Forms ${inNote}`
    : `There is no ${number}, and no note contains “${search}”.`;
}
