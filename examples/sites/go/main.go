// A small news site: lists, items, votes, comments, an inbox, saved items, and a home feed.
package main

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// A Page is what the template shows.
type Page struct {
	Title, User, Cursor string
	About               User
	New, Visited        int64
	Item                Item
	Items, Thread       []Item
	IsList, IsQueue     bool
}

var (
	//go:embed page.html
	source string
	pages  = template.Must(template.New("page").Parse(source))
	client *redis.Client
	secret = []byte(cmp.Or(os.Getenv("SECRET_KEY"), "only for trying"))
	view   = " VIEWER {user} MARKS 1 saved" // Adds the votes and marks of the reader.
)

// sign returns a name as its cookie holds it.
func sign(name string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(name))
	return url.QueryEscape(name) + "." + hex.EncodeToString(mac.Sum(nil))
}

// A visit is a request, with the name of a reader who has logged in.
type visit struct {
	http.ResponseWriter
	*http.Request
	user string
}

// send sends a command to the site. What is in braces is the user, or a field of the path or form.
func (v visit) send(command string, more ...any) *redis.Cmd {
	name, arguments, _ := strings.Cut(command, " ")
	words := []any{"ARTICLE." + name, cmp.Or(os.Getenv("SITE"), "news")}
	for _, word := range strings.Fields(arguments) {
		switch name := strings.Trim(word, "{}"); name {
		case word:
			words = append(words, word)
		case "user":
			words = append(words, v.user)
		default:
			words = append(words, cmp.Or(v.PathValue(name), v.FormValue(name)))
		}
	}
	return client.Do(context.Background(), append(words, more...)...)
}

// read sends a command that reads, and decodes its JSON. Nil leaves the value as it is.
func (v visit) read(into any, command string) error {
	text, err := v.send(command + " FORMAT JSON").Text()
	if err == nil {
		err = json.Unmarshal([]byte(text), into)
	}
	if err == redis.Nil {
		return nil
	}
	return err
}

func (v visit) stop(status int, text string) error {
	http.Error(v.ResponseWriter, text, status)
	return nil
}

// leadTo leads to another page, unless there was an error.
func (v visit) leadTo(path string, err error) error {
	if err == nil {
		http.Redirect(v.ResponseWriter, v.Request, path, http.StatusSeeOther)
	}
	return err
}

// show shows a page, unless there was an error.
func (v visit) show(page *Page, err error) error {
	page.User = v.user
	if err == nil && v.user != "" {
		err = v.read(&page.About, "USER {user}")
	}
	if err != nil {
		return err
	}
	return pages.Execute(v.ResponseWriter, page)
}

// list returns a handler that shows a list, page after page.
func list(title, command string) func(visit) error {
	return func(v visit) error {
		page, after := &Page{IsList: true, IsQueue: title == "Queue"}, ""
		page.Title = cmp.Or(v.PathValue("group"), title)
		if v.FormValue("after") != "" {
			after = " AFTER {after}"
		}
		err := v.read(&[]any{&page.Items, &page.Cursor}, command+view+" WITHCURSOR"+after)
		return v.show(page, err)
	}
}

// do returns a handler that sends a command, and leads back to the page of the form.
func do(command string) func(visit) error {
	return func(v visit) error {
		return v.leadTo(cmp.Or(v.Referer(), "/"), v.send(command).Err())
	}
}

func item(v visit) error {
	page, path := &Page{}, "/item/"+v.PathValue("id")
	err := v.read(&page.Item, "GET {id}"+view)
	page.Title = page.Item.Title
	// What waits for a moderator is shown to its poster.
	isOwn := page.Item.Hidden == 2 && page.Item.Poster == v.user
	if err == nil && (page.Title == "" || page.Item.Hidden > 0 && !isOwn) {
		return v.stop(404, "Not found")
	}
	if cookie, none := v.Cookie("visited"); err == nil && none == nil {
		fmt.Sscan(cookie.Value, &page.Visited)
		err = v.read(&page.New, fmt.Sprint("COUNT BELOW {id} SINCE ", page.Visited))
	}
	if err == nil {
		err = v.read(&page.Thread, "THREAD {id} SIZE 500"+view)
	}
	// Only the pages of this item get the time of the visit.
	http.SetCookie(v.ResponseWriter, &http.Cookie{Name: "visited", Path: path,
		Value: fmt.Sprint(time.Now().Unix()), SameSite: http.SameSiteLaxMode})
	return v.show(page, err)
}

func login(v visit) error {
	if v.FormValue("name") == "" { // A real site checks a password.
		return v.stop(400, "A name, please")
	}
	http.SetCookie(v.ResponseWriter, &http.Cookie{Name: "user", Value: sign(v.FormValue("name")),
		Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	return v.leadTo("/", nil)
}

func submit(v visit) error {
	if link := v.FormValue("link"); link != "" && !strings.HasPrefix(link, "http://") &&
		!strings.HasPrefix(link, "https://") {
		return v.stop(400, "Other links can run scripts")
	}
	var about User
	if err := v.read(&about, "USER {user}"); err != nil {
		return err
	}
	post, groups := "POST {user} {title} {link}", []any{}
	if about.Karma < 0 {
		post += " HELD" // Posts of those who were voted down wait for a moderator.
	}
	for _, group := range strings.Fields(v.FormValue("groups")) {
		groups = append(groups, group)
	}
	id, err := v.send(fmt.Sprint(post, " GROUPS ", len(groups)), groups...).Int64()
	return v.leadTo(fmt.Sprint("/item/", id), err)
}

func inbox(v visit) error {
	page := &Page{Title: "Inbox", IsList: true}
	err := v.read(&page.Items, "ANSWERS {user} 1"+view)
	if len(page.Items) > 0 {
		err = v.send(fmt.Sprintf("SEEN {user} time:%d-%d", page.Items[0].Time, page.Items[0].ID)).Err()
	}
	return v.show(page, err)
}

// handle serves a path to everybody, to users, or to a moderator. Visitors log in first.
func handle(to, pattern string, serve func(visit) error) {
	http.HandleFunc(pattern, func(response http.ResponseWriter, request *http.Request) {
		request.Body = http.MaxBytesReader(response, request.Body, 32*1024)
		v, err := visit{response, request, ""}, error(nil)
		if cookie, none := request.Cookie("user"); none == nil {
			name, _, _ := strings.Cut(cookie.Value, ".")
			name, _ = url.QueryUnescape(name)
			if hmac.Equal([]byte(sign(name)), []byte(cookie.Value)) {
				v.user = name
			}
		}
		switch {
		case to != "all" && v.user == "":
			err = v.leadTo("/login", nil)
		case to == "moderator" && v.user != to:
			err = v.stop(403, "Only for moderators")
		default:
			err = serve(v)
		}
		if code, _, _ := strings.Cut(fmt.Sprint(err), " "); statuses[code] != 0 {
			v.stop(statuses[code], err.Error())
		} else if err != nil {
			log.Print(err)
			v.stop(500, "Internal error")
		}
	})
}

func main() {
	options, err := redis.ParseURL(cmp.Or(os.Getenv("REDIS_URL"), "redis://127.0.0.1:6379"))
	if err == nil {
		client = redis.NewClient(options)
		// A link that was posted within a day becomes a vote. A site that exists stays as it is.
		err = visit{}.send("CREATE NX DEDUPE 86400 PAGESIZE 10").Err()
	}
	if err != nil && err != redis.Nil {
		log.Fatal(err)
	}
	handle("all", "GET /{$}", list("News", "PAGE 1 BY GRAVITY UNMUTED {user}"))
	handle("all", "GET /new", list("New", "PAGE 1 BY TIME UNMUTED {user}"))
	handle("user", "GET /feed", list("Your feed", "PAGE 1 BY TIME FEED {user}"))
	handle("all", "GET /group/{group}", list("", "PAGE 1 BY GRAVITY ANYOF 1 {group}"))
	handle("user", "GET /saved", list("Saved", "MARKED {user} saved 1"))
	handle("all", "GET /item/{id}", item)
	handle("all", "GET /item/{id}/new",
		list("New comments", "COMMENTS 1 BELOW {id} SINCE {since} SIZE 100"))
	handle("user", "GET /inbox", inbox)
	handle("all", "GET /login", func(v visit) error { return v.show(&Page{Title: "Log in first"}, nil) })
	handle("all", "POST /login", login)
	handle("user", "POST /submit", submit)
	handle("user", "POST /vote/{id}/{vote}", do("VOTE {user} {id} {vote}"))
	handle("user", "POST /comment/{id}", do("COMMENT {user} {id} {text}"))
	handle("user", "POST /save/{id}", do("MARK {user} saved {id}"))
	handle("user", "POST /unsave/{id}", do("UNMARK {user} saved {id}"))
	handle("user", "POST /follow/{group}", do("FOLLOW {user} GROUP {group}"))
	handle("moderator", "GET /queue", list("Queue", "PAGE 1 BY TIME HELD"))
	handle("moderator", "POST /publish/{id}", do("MODERATE PUBLISH {id}"))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "8000"), nil))
}
