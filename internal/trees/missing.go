package trees

import (
	"io"

	"github.com/thicket-sim/thicket/internal/dialect/dst/missing"
)

type (
	// ScriptFolder is a folder of scripts, and its name for people.
	ScriptFolder = missing.Folder
	// ScriptReport says what there is of the names that the scripts of a folder use.
	ScriptReport = missing.Report
)

// SurveyScripts reads all scripts of a folder. What those of the other folders define is known, too.
func SurveyScripts(folder ScriptFolder, others []ScriptFolder) (*ScriptReport, error) {
	return missing.Survey(folder, others)
}

// WriteScriptReports writes reports as one JSON object.
func WriteScriptReports(w io.Writer, all []*ScriptReport) error { return missing.WriteJSON(w, all) }
