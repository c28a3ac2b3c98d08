/** Drawn in a box of 24 x 24 px. */
const PATHS = {
  people:
    'M9 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M2.5 19.5c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5zM15.5 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.5 2.5 3.5 5',
  print: 'M7 8V4h10v4M7 17H4V8.5h16V17h-3M7 14h10v6H7z',
  add: 'M12 5v14M5 12h14',
  addToHomeScreen:
    'M4 7.5A3.5 3.5 0 0 1 7.5 4h9A3.5 3.5 0 0 1 20 7.5v9a3.5 3.5 0 0 1-3.5 3.5h-9A3.5 3.5 0 0 1 4 16.5zM12 8v8M8 12h8',
  back: 'M20 12H5M11 6l-6 6l6 6',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4',
  clear: 'M6 6l12 12M18 6L6 18',
  clinic: 'M4.5 10L12 3.5L19.5 10V20.5h-15zM12 10.5v6M9 13.5h6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5V12l3 2',
  computer: 'M4.5 5h15v10.5h-15zM2.5 19.5h19',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M7 10.5l5 5l5-5M5 20h14',
  edit: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  eye: 'M2.5 12s3.5-6.5 9.5-6.5s9.5 6.5 9.5 6.5s-3.5 6.5-9.5 6.5s-9.5-6.5-9.5-6.5M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5',
  key: 'M9.5 11.5a4 4 0 1 0 3 3a4 4 0 0 0-3-3M11.5 12.5L20 4M16.5 7.5l3 3',
  leave: 'M10 4H4.5v16H10M10 12h10M15.5 7.5L20 12l-4.5 4.5',
  letter: 'M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7',
  list: 'M9 6h11.5M9 12h11.5M9 18h11.5M4 6h.5M4 12h.5M4 18h.5',
  page: 'M6.5 3.5h7.5l4 4v13H6.5zM14 3.5v4h4M9.5 12h5.5M9.5 16h5.5',
  refresh: 'M19.5 10a8 8 0 1 0 .3 4M20 4.5V10h-5.5',
  send: 'M4 12h15M13 6l6 6l-6 6',
  share: 'M12 15V3M8 6.5L12 3l4 3.5M8.5 10H6v11h12V10h-2.5',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.8 15.8L20 20',
  signIn: 'M14 4h5.5v16H14M4 12h10M9.5 7.5L14 12l-4.5 4.5',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  upload: 'M12 15V4M7 8.5L12 3.5l5 5M5 20h14',
} as const;

export type IconName = keyof typeof PATHS;

/**
 * A picture beside the words of a control. On a narrow phone, Refresh shows only the picture; screen readers read its
 * words.
 */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
