import { BIN_LABELS, HOURS_AFTER_DOSE } from '../../../domain/after-dose.ts';
import type { AfterDoseChart } from '../../../domain/visit-blocks.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Chip } from './chip.tsx';

/** The severity of symptoms by the time since a dose as a table, for a phone: the median, the quartiles and n. */
export function VisitAfterDose({ charts }: { readonly charts: readonly AfterDoseChart[] }) {
  return (
    <div className="visit-scroll">
      <table className="visit-table visit-hours">
        <caption className="visually-hidden">
          Median, quartiles and number of ratings by the hours since a dose
        </caption>
        <thead>
          <tr>
            {HOURS_AFTER_DOSE.map((bin, index) => (
              <th key={bin} scope="col">
                {BIN_LABELS[bin]}
                {index === 0 && ' h'}
              </th>
            ))}
          </tr>
        </thead>
        {charts.map(({ name, result }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={HOURS_AFTER_DOSE.length}>
                <Breakable text={name} />
              </th>
            </tr>
            <tr>
              {HOURS_AFTER_DOSE.map((bin) => {
                const { n, lower = 0, median, upper = 0 } = result.bins[bin];
                return (
                  <td key={bin} data-title={`${BIN_LABELS[bin]} h`}>
                    {median === undefined ? (
                      <span className="soft">too few</span>
                    ) : (
                      <>
                        <Chip severity={rounded(median)} />
                        <span className="soft">
                          {rounded(lower)}–<wbr />
                          {rounded(upper)}
                        </span>
                      </>
                    )}
                    <span className="soft">n {n}</span>
                  </td>
                );
              })}
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** With one digit, because five columns stand on a phone. The numbers have all digits. */
function rounded(severity: number): number {
  return Math.round(10 * severity) / 10;
}
