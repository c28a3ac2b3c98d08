import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** The width of the light border that QR readers need (modules). */
const QUIET = 4;

/**
 * A link as a QR code. It is dark on light even in the dark colour scheme, because some cameras read nothing else.
 * SMART Health Links require error correction level M.
 */
export function ShareQr({ url, label }: { readonly url: string; readonly label: string }) {
  const code = generate(url, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  return (
    <svg
      className="share-qr"
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#ffffff" />
      <path d={toSvgPath(code)} fill="#000000" />
    </svg>
  );
}
