const STEPS = [
  'Add the 3 to 5 symptoms that affect your daily life most.',
  'Log how severe each one is, 2 to 3 times a day: morning, afternoon and evening.',
  'See how your symptoms change in simple charts.',
];
const TIPS = [
  'Be consistent: log at about the same times each day.',
  'Rate on a scale that makes sense to you, and keep to it.',
  'Include notes on triggers or changes.',
  'Share your data with your healthcare provider.',
];

export function Instructions() {
  return (
    <section className="card" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How it works</h2>
      <ol className="tips stack-close">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>Tips</h3>
      <ul className="tips stack-close">
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}
