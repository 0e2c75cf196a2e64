import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { counted } from '../../../shared/labels.ts'
import { Anchor, Text } from '../../ui/elements.tsx'
import classes from './SurveyJumpRow.module.css'

interface Props {
  survey: Pick<FeedbackSurvey, 'title' | 'question_count'>
  onJump: () => void
}

/** Names the survey on a phone, where its questions stand below the whole pool, and leads to them. */
export const SurveyJumpRow = ({ survey, onJump }: Props) => (
  <div className={classes.row}>
    <Text size="sm" className={classes.text}>
      Survey: <bdi>{survey.title}</bdi>
    </Text>
    <Anchor component="button" type="button" size="sm" underline="always" className={classes.jump} onClick={onJump}>
      {survey.question_count === 0 ? 'No questions yet' : `Go to its ${counted(survey.question_count, 'question')}`}
    </Anchor>
  </div>
)
