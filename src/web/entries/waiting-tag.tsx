/** Marks an entry that waits on this device to be sent. */
export function WaitingTag() {
  return (
    <>
      {' '}
      <span className="tag">Waiting</span>
    </>
  );
}
