import { describe } from 'vitest'
import { testOpening } from './testing/opening.tsx'

describe('a screen asks no more when its code comes after the answers', () => testOpening({ isCodeLate: true }))
