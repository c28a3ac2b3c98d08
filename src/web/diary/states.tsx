import '../ui/choices.css';
import './diary.css';
import './states.css';
import { DIARY_STATES, type DiaryState, STATE_WORDS } from '../../domain/diary.ts';
import { StatePicture } from './picture.tsx';

/** The five states as large buttons with a picture of each. */
export function StateButtons({ onChoose }: { readonly onChoose: (state: DiaryState) => void }) {
  return (
    <div className="diary-states">
      {DIARY_STATES.map((state) => (
        <button
          key={state}
          type="button"
          className="choice diary-state"
          onClick={() => onChoose(state)}
        >
          <StatePicture state={state} />
          <span>
            {STATE_WORDS[state].name}
            <span className="diary-meaning">{STATE_WORDS[state].meaning}</span>
          </span>
          <span className={`diary-sample diary-${state}`} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
