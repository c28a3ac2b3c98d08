/** Drawn in a box of 24 x 24 px. */
const PATHS = {
  print: 'M7 8V4h10v4M7 17H4V8.5h16V17h-3M7 14h10v6H7z',
  add: 'M12 5v14M5 12h14',
  addToHomeScreen:
    'M4 7.5A3.5 3.5 0 0 1 7.5 4h9A3.5 3.5 0 0 1 20 7.5v9a3.5 3.5 0 0 1-3.5 3.5h-9A3.5 3.5 0 0 1 4 16.5zM12 8v8M8 12h8',
  back: 'M20 12H5M11 6l-6 6l6 6',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4',
  clear: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5V12l3 2',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 4v11M7 10.5l5 5l5-5M5 20h14',
  edit: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  eye: 'M2.5 12s3.5-6.5 9.5-6.5s9.5 6.5 9.5 6.5s-3.5 6.5-9.5 6.5s-9.5-6.5-9.5-6.5M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5',
  page: 'M6.5 3.5h7.5l4 4v13H6.5zM14 3.5v4h4M9.5 12h5.5M9.5 16h5.5',
  refresh: 'M19.5 10a8 8 0 1 0 .3 4M20 4.5V10h-5.5',
  send: 'M4 12h15M13 6l6 6l-6 6',
  share: 'M12 15V3M8 6.5L12 3l4 3.5M8.5 10H6v11h12V10h-2.5',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.8 15.8L20 20',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
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
