import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'

/** The contracts of everything that shows or counts a response. */
export const STALE = [feedbackSurveys]
