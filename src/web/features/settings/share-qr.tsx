import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** The light modules around a QR code that readers need. */
const QUIET = 4;

/** A link as a QR code: dark on light also in the dark colour scheme, because some cameras read no other. */
export function ShareQr({ url }: { readonly url: string }) {
  const code = generate(url);
  const size = code.size + 2 * QUIET;
  return (
    <svg
      className="share-qr"
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label="QR code of the link"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#ffffff" />
      <path d={toSvgPath(code)} fill="#000000" />
    </svg>
  );
}
