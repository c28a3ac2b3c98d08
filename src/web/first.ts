/**
 * The first script of every page of the app except the page of a link. It is under 1 KB and imports nothing. A built
 * screen can be read and filled in before the app's own scripts have run. This script applies the display options,
 * loads the app's scripts, and remembers the person's last press until they have run.
 */

let usesPasskey = false;
try {
  usesPasskey = localStorage.getItem('passkeyHere') !== null;
  // Hides doses that the server's HTML offers although they wait on this device (`entries/waiting-mark.ts`).
  if (localStorage.getItem('waits') !== null) document.documentElement.dataset.waits = '';
  // Reads the display options as `ui/display.ts` does, but without a check of the stored text.
  const options = JSON.parse(localStorage.getItem('display') ?? '[]') as string[];
  for (const key of options) document.documentElement.dataset[key.toLowerCase()] = '';
} catch {
  // A browser that blocks storage has no options.
}

// The scripts are loaded after the first frame, so that a built screen is drawn before them.
requestAnimationFrame(() => {
  const signIn = document.querySelector<HTMLElement>('[data-screen="/signin"]');
  if (usesPasskey && signIn) {
    // This screen begins with the passkey, unlike the built one, so the app's script draws it.
    signIn.replaceChildren();
    delete signIn.dataset.screen;
  }
  setTimeout(() => {
    const scripts = document.querySelector('template');
    if (scripts) document.head.append(scripts.content);
  });
});

const SUBMIT = '[data-submit]';
let pressed: HTMLElement | null = null;

function remember(event: MouseEvent | KeyboardEvent): void {
  const target = event.target as Element;
  const control =
    event.type === 'click'
      ? target.closest<HTMLElement>('button, input[type="checkbox"]')
      : (event as KeyboardEvent).key === 'Enter' && target.matches('input')
        ? (target as HTMLInputElement).form?.querySelector<HTMLElement>(SUBMIT)
        : null;
  if (!control) return;
  event.preventDefault();
  // The app may be listening already, and would handle the press as well.
  event.stopImmediatePropagation();
  pressed?.removeAttribute('aria-disabled');
  pressed = control;
  pressed.setAttribute('aria-disabled', 'true');
  if (control.matches('.button-main')) {
    // The form opens as soon as the app's script has run.
    const form = document.querySelector<HTMLTemplateElement>('template[data-form]');
    if (form) document.head.append(form.content);
  }
}

document.addEventListener('click', remember, true);
document.addEventListener('keydown', remember, true);

/** Repeats the remembered press. From now on the app handles presses itself. */
export function handOver(): void {
  document.removeEventListener('click', remember, true);
  document.removeEventListener('keydown', remember, true);
  document.querySelector('.waiting-long')?.remove();
  for (const button of document.querySelectorAll<HTMLButtonElement>(SUBMIT)) button.type = 'submit';
  pressed?.removeAttribute('aria-disabled');
  pressed?.click();
  pressed = null;
}
