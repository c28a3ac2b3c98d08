import './dialog.css';
import { Loading } from './loading.tsx';

/** In place of a dialog whose code is still on its way. */
export function DialogLoading() {
  return (
    <div className="dialog-backdrop">
      <div className="dialog-frame">
        <div className="dialog">
          <Loading />
        </div>
      </div>
    </div>
  );
}
