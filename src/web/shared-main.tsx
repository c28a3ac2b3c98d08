import '@fontsource-variable/atkinson-hyperlegible-next';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeLink } from './sharing/shared.ts';
import { SharedPage } from './sharing/shared-page.tsx';

/**
 * The page of a link, for readers without an account. It stores nothing on the reader's device: it registers no service
 * worker, and reads and writes no storage (decision 46).
 */

// The secret leaves the address bar before anything else runs, so that nobody who looks at the bar sees it.
const link = takeLink();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
document.querySelector('.waiting-long')?.remove();
createRoot(root).render(
  <StrictMode>
    <SharedPage link={link} />
  </StrictMode>,
);
