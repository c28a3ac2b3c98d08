import './dialog.css';
import { ForWhom } from './for-whom.tsx';
import { Loading } from './loading.tsx';

/** Shown while the code of a dialog is loading. */
export function DialogLoading() {
  return (
    <div className="dialog-backdrop">
      <div className="dialog-frame">
        <div className="dialog dialog-loading">
          <ForWhom />
          <Loading />
        </div>
      </div>
    </div>
  );
}
