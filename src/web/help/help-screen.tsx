import './help.css';
import { Fragment, useEffect, useRef } from 'react';
import { type GuideBlock, type GuideWords, WHAT_IT_IS } from '../../domain/guide.ts';
import { Failure } from '../platform/failure.tsx';
import { Link, useAddress } from '../platform/navigation.tsx';
import { useSession } from '../platform/session.ts';
import { DisplayButton } from '../ui/display-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Row, RowLink, Rows } from '../ui/row.tsx';
import { guidePage, PAGES, pictureUrl } from './guide.ts';
import { useGuideFile } from './queries.ts';

const TITLE = 'Help';
const PATH = '/help';

/** The guide for patients and families, for everybody, also without a network (decision 81). */
export function Help() {
  const name = useAddress().parameters.get('page');
  const guide = guidePage(name);
  const title = guide?.title ?? TITLE;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    // The pressed row was unmounted.
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <Page title={title} header={<Top isPage={guide !== undefined} />}>
      <article className="narrow card help">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {guide ? (
          <>
            {guide.blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never move
              <Block key={`${title} ${index}`} of={block} />
            ))}
            <Next after={name} />
          </>
        ) : (
          <Contents />
        )}
      </article>
    </Page>
  );
}

function Top({ isPage }: { readonly isPage: boolean }) {
  const isSignedIn = Boolean(useSession().data);
  const [to, words] = isPage
    ? [PATH, TITLE]
    : isSignedIn
      ? ['/dashboard', 'Overview']
      : ['/signin', 'Sign in'];
  return (
    <header className="page-top help-top">
      <Link className="link help-back" to={to}>
        <Icon name="back" />
        {words}
      </Link>
      <DisplayButton />
    </header>
  );
}

function Contents() {
  const file = useGuideFile();
  return (
    <>
      {WHAT_IT_IS.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <Rows>
        {PAGES.map(({ name, title }) => (
          <li key={name}>
            <RowLink to={`${PATH}?page=${name}`} icon="page" title={title} />
          </li>
        ))}
        <li>
          <Row
            icon="print"
            title="All pages to print"
            state="A PDF in large type"
            busy={file.isPending}
            onPress={() => file.mutate()}
          />
        </li>
      </Rows>
      <Failure of={file.error} otherwise="We couldn’t get this file. Please try again." />
    </>
  );
}

/** Leads to the page after this one. */
function Next({ after }: { readonly after: string | null }) {
  const next = PAGES[PAGES.findIndex(({ name }) => name === after) + 1];
  if (!next) return null;
  return (
    <Rows>
      <li>
        <RowLink to={`${PATH}?page=${next.name}`} icon="page" title={next.title} state="Next" />
      </li>
    </Rows>
  );
}

function Block({ of: block }: { readonly of: GuideBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'paragraph':
      return (
        <p>
          <Words of={block.words} />
        </p>
      );
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <List className="listed">
          {block.items.map((words) => (
            <li key={words.map(({ text }) => text).join('')}>
              <Words of={words} />
            </li>
          ))}
        </List>
      );
    }
    case 'picture':
      return <img className="help-picture" src={pictureUrl(block.file)} alt={block.description} />;
  }
}

function Words({ of }: { readonly of: readonly GuideWords[] }) {
  return of.map(({ text, isLabel }) => (
    <Fragment key={text}>{isLabel ? <b>{text}</b> : text}</Fragment>
  ));
}
