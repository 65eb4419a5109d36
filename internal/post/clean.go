package post

import (
	"errors"
	"strings"
)

// maxSaid bounds what of an answer an error repeats, in bytes.
const maxSaid = 300

// shortest is the fewest characters of a text that can be a secret; shorter
// ones would blot out words.
const shortest = 4

// clean is an error as one printable, bounded line in which secrets are blotted
// out, whoever put them there.
func clean(err error, secrets ...string) error {
	if err == nil {
		return nil
	}
	text := oneLine(err.Error())
	for _, s := range secrets {
		if len(s) >= shortest {
			text = strings.ReplaceAll(text, s, "***")
		}
	}
	return errors.New(bounded(text, 2*maxSaid))
}
