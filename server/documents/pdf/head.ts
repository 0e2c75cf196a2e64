import { type Block, PAGE } from './pages.ts'
import { GAP } from './styles.ts'
import { lineHeight, type OpenedLogo, type Paper, type Style } from './text.ts'

/** The most room that a logo takes. */
const LOGO_HEIGHT = 40
const LOGO_WIDTH = 140

/** The college's name beside its logo, at the head of a paper of this width. */
export function besideLogo(
  paper: Paper,
  { picture, width, height }: OpenedLogo,
  college: string,
  of: { style: Style; width: number },
): Block {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH / width)
  const size = { width: width * scale, height: height * scale }
  const [indent, high] = [size.width + 2 * GAP, lineHeight(of.style)]
  const lines = paper.linesOf(college, of.style, of.width - indent)
  const most = Math.max(lines.length * high, size.height)
  const first = (most - lines.length * high) / 2
  return {
    height: most + GAP,
    draw: (y) => {
      paper.doc.image(picture, PAGE.margin, y + (most - size.height) / 2, size)
      for (const [index, line] of lines.entries())
        paper.draw(line, of.style, PAGE.margin + indent, y + first + index * high, of.width - indent)
    },
  }
}
