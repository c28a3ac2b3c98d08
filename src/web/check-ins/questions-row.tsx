import { useState } from 'react';
import {
  MORE_QUESTIONS,
  type MoreQuestion,
  questionsIn,
  textOfQuestions,
} from '../../domain/check-in.ts';
import { Failure } from '../platform/failure.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useMe } from '../platform/user.ts';
import { useUpdateProfile } from '../profile/queries.ts';
import { Switch } from '../ui/fields.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { QUESTION_WORDS } from './words.ts';

/** The questions that a person can add to the check-in. They are off until chosen (DECISIONS 52). */
export function QuestionsRow() {
  const { moreQuestions } = useMe();
  const count = questionsIn(moreQuestions).length;
  return (
    <Rows>
      <li>
        <Row
          title="More check-in questions"
          state={count === 0 ? 'Off' : `${count} on`}
          onPress={() => openSetting('questions')}
        />
        <SettingDialog of="questions" title="More check-in questions">
          <Questions />
        </SettingDialog>
      </li>
    </Rows>
  );
}

const EFFECTS: Readonly<Record<MoreQuestion, string>> = {
  bowels: 'Was there one today?',
  naps: 'How many minutes did you nap?',
  dizzy: 'Were you dizzy? No, once or often.',
};

function Questions() {
  const { id, moreQuestions } = useMe();
  const update = useUpdateProfile(id);
  const [chosen, setChosen] = useState(() => questionsIn(moreQuestions));

  function choose(question: MoreQuestion, isOn: boolean) {
    const next = MORE_QUESTIONS.filter((each) =>
      each === question ? isOn : chosen.includes(each),
    );
    setChosen(next);
    update.mutate(
      { moreQuestions: textOfQuestions(next) },
      { onError: () => setChosen(questionsIn(moreQuestions)) },
    );
  }

  return (
    <div className="stack-close">
      <p>Your check-in can ask these, too. Your helpers then see them as well.</p>
      {MORE_QUESTIONS.map((question) => (
        <Switch
          key={question}
          checked={chosen.includes(question)}
          onChange={(isOn) => choose(question, isOn)}
        >
          <span>
            <span>{QUESTION_WORDS[question]}</span>
            <span className="switch-state">{EFFECTS[question]}</span>
          </span>
        </Switch>
      ))}
      <p className="soft small">If you turn one off, the answers that you have given stay.</p>
      <Failure of={update.error} otherwise="Your choice could not be saved. Please try again." />
    </div>
  );
}
